import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decoderOf, readRow, VectorArena } from '../../../workers/store/columns'
import { bindValue, vectorBytes } from '../../../workers/store/parameters'
import { bindMessage, MessageReader, parseMessage, readColumns, readErrorFields } from '../../../workers/store/wire'

function message(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(5)
  header.write(type)
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

describe('messages', () => {
  it('come out whole however they are cut', () => {
    const bodies = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 })
    fc.assert(
      fc.property(bodies, fc.integer({ min: 1, max: 64 }), (parts, step) => {
        const stream = Buffer.concat(parts.map((part) => message('D', Buffer.from(part))))
        const reader = new MessageReader()
        const read: Uint8Array[] = []
        for (let at = 0; at < stream.length; at += step) {
          reader.push(stream.subarray(at, at + step), (_type, body) => read.push(Uint8Array.from(body)))
        }
        expect(read).toEqual(parts)
      }),
    )
  })

  it('larger than the first buffer come out whole', () => {
    const body = Buffer.alloc(300_000, 7)
    const stream = Buffer.concat([message('D', body), message('C', Buffer.from('x'))])
    const reader = new MessageReader()
    const lengths: number[] = []
    for (let at = 0; at < stream.length; at += 8192) {
      reader.push(stream.subarray(at, at + 8192), (_type, read) => lengths.push(read.length))
    }
    expect(lengths).toEqual([300_000, 1])
  })

  it('are laid out as the protocol says', () => {
    expect(Buffer.from(parseMessage('é')).toString('latin1')).toBe('P\0\0\0\x0a\0\xc3\xa9\0\0\0D\0\0\0\x06S\0')
    expect(Buffer.from(bindMessage(['ab', null, new Uint8Array([9])], [true, false])).toString('latin1')).toBe(
      'B\0\0\0\x25\0\0\0\x03\0\0\0\0\0\x01\0\x03\0\0\0\x02ab\xff\xff\xff\xff\0\0\0\x01\x09\0\x02\0\x01\0\0' +
        'E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04',
    )
  })

  it('name a statement that is kept', () => {
    expect(Buffer.from(parseMessage('é', 'kept1')).toString('latin1')).toBe(
      'P\0\0\0\x0fkept1\0\xc3\xa9\0\0\0D\0\0\0\x0bSkept1\0',
    )
    expect(Buffer.from(bindMessage([], [], 'kept1')).toString('latin1')).toBe(
      'B\0\0\0\x11\0kept1\0\0\0\0\0\0\0E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04',
    )
  })

  it('tell columns and errors', () => {
    const field = Buffer.concat([
      Buffer.from('name\0'),
      Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 0, 4, 0, 0, 0, 0, 0, 0]),
    ])
    expect(readColumns(Buffer.concat([Buffer.from([0, 1]), field]))).toEqual([{ name: 'name', type: 23 }])
    expect([...readErrorFields(Buffer.from('C23505\0Mdouble\0\0'))]).toEqual([
      ['C', '23505'],
      ['M', 'double'],
    ])
  })
})

describe('values', () => {
  it('that are vectors survive the binary form to the last bit', () => {
    const vectors = fc.array(fc.float32Array({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(vectors, (given) => {
        const arena = new VectorArena()
        expect(given.map((vector) => arena.read(Buffer.from(vectorBytes(vector))))).toEqual(given)
      }),
    )
    expect(Array.from(vectorBytes(new Float32Array([1])))).toEqual([0, 1, 0, 0, 0x3f, 0x80, 0, 0])
  })

  it('are bound by the type of the parameter', () => {
    expect(bindValue(['a"b'], 1009)).toBe('{"a\\"b"}')
    expect(bindValue(['a"b'], 3802)).toBe('["a\\"b"]')
    expect(bindValue(new Float32Array([0.5]), 1021)).toBe('{0.5}')
    expect(bindValue(new Date(0), 1184)).toBe('1970-01-01T00:00:00.000Z')
    expect([bindValue(5n, 20), bindValue(true, 16), bindValue(null, 25)]).toEqual(['5', 'true', null])
  })

  it('are read by the type of the column', () => {
    const read = (oid: number, written: string): unknown =>
      decoderOf(oid, 16_400).decode(Buffer.from(written), new VectorArena())
    expect(read(1184, '2026-11-21 22:21:26.123456+00')).toBe('2026-11-21T22:21:26.123Z')
    expect(read(1184, '2026-11-21 22:21:26+00')).toBe('2026-11-21T22:21:26.000Z')
    expect(read(1184, 'infinity')).toBe('infinity')
    expect(read(20, '-9007199254740991')).toBe(-9_007_199_254_740_991)
    expect(() => read(20, '9007199254740993')).toThrow('9007199254740993')
    expect(read(16, 'f')).toBe(false)
    expect(read(1009, '{a,NULL,"b,c"}')).toEqual(['a', null, 'b,c'])
    const row = Buffer.from([0, 2, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 1, 0x35])
    const decoders = [decoderOf(25, null), decoderOf(23, null)]
    expect(readRow(row, ['none', 'five'], decoders, new VectorArena())).toEqual({ none: null, five: 5 })
  })
})
