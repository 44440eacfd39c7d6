import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnswerPlace, keyOfPlace, type Place, place, placeBounds } from '../../../../contract/report/place'
import { callPlaceOf, queryPlaceOf } from '../../../../main/reasoning'
import { atPointer, keptOf } from '../../../../main/reasoning/places/answers'
import { asJson } from '../../../../main/store'
import { canonicalJson, hashOfJson } from '../../../../main/store/canonical-json'
import { convertCall, placeIn, sitesQuery } from '../../../fixtures/places'

const answered = { resourceId: 'database:a', resourceName: 'a.sqlite', at: '2026-01-01T00:00:00.000Z' }
const query = { statement: 'select 1', parameters: [] }

describe('canonical JSON', () => {
  it('is of one spelling, whatever the order of members', () => {
    expect(canonicalJson({ b: [1, 'ü'], a: { d: null, c: true } })).toBe('{"a":{"c":true,"d":null},"b":[1,"ü"]}')
    expect(hashOfJson({ a: 1, b: 2 })).toBe(hashOfJson({ b: 2, a: 1 }))
    expect(hashOfJson([1, 2])).not.toBe(hashOfJson([2, 1]))
  })

  it('parses as what it was made of', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

describe('a JSON pointer', () => {
  // RFC 6901, section 5.
  const document = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'm~n': 8, ' ': 7 }
  it.each([
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/m~0n', 8],
    ['/ ', 7],
  ])('%j names a part', (pointer, value) => expect(atPointer(document, pointer)).toEqual(value))

  it.each([
    '/foo/2',
    '/foo/-',
    '/foo/01',
    '/foo/bar',
    '/nothing',
    'foo',
    '/m~2n',
    '/foo/length',
    '/constructor',
    `/${'a'.repeat(placeBounds.pointerCharacters)}`,
  ])('%j names nothing', (pointer) => expect(atPointer(document, pointer)).toBeUndefined())
})

describe('the place of a query', () => {
  it('keeps all rows with their hash where they fit', () => {
    expect(sitesQuery).toMatchObject({ firstRow: 0, totalRows: 3, row: 0 })
    expect(sitesQuery.hash).toBe(hashOfJson({ columns: sitesQuery.columns, rows: sitesQuery.rows }))
    expect(sitesQuery.keptHash).toBe(hashOfJson(keptOf(sitesQuery)))
  })

  it('keeps a stretch with the row that is meant of more, and the hash of all', () => {
    const rows = Array.from({ length: 5000 }, (_, at) => [at])
    const long = queryPlaceOf(answered, query, { columns: ['n'], rows }, 4321)
    expect(long).toMatchObject({ firstRow: 4321, totalRows: 5000, row: 4321 })
    expect(long.rows).toHaveLength(placeBounds.rows)
    expect(long.rows[0]).toEqual([4321])
    expect(long.hash).toBe(hashOfJson({ columns: ['n'], rows }))
    expect(long.hash).not.toBe(queryPlaceOf(answered, query, { columns: ['n'], rows: rows.slice(0, 4999) }, 4321).hash)
  })

  it('is bounded in characters, too, and refuses a row that cannot be kept', () => {
    const rows = Array.from({ length: 10 }, () => ['x'.repeat(20_000)])
    expect(queryPlaceOf(answered, query, { columns: ['x'], rows }).rows).toHaveLength(3)
    const huge = [['x'.repeat(placeBounds.keptCharacters)]]
    expect(() => queryPlaceOf(answered, query, { columns: ['x'], rows: huge }, 0)).toThrow(
      expect.objectContaining({ code: 'place.invalid' }),
    )
    expect(() => queryPlaceOf(answered, query, { columns: ['x'], rows: [['a']] }, 1)).toThrow(
      expect.objectContaining({ code: 'place.invalid' }),
    )
  })
})

describe('the place of a call', () => {
  it('keeps the part that the pointer names, and the hash of the whole', () => {
    expect(convertCall.value).toEqual({ value: 4223.7, unit: 'm/s' })
    expect(convertCall.hash).toBe(hashOfJson({ result: { value: 4223.7, unit: 'm/s' }, log: ['asked'] }))
    expect(convertCall.keptHash).toBe(hashOfJson(convertCall.value))
  })

  it.each([
    ['a part that is not there', { a: 1 }, '/b'],
    ['more than may be kept', { a: 'x'.repeat(placeBounds.keptCharacters) }, ''],
    ['what is nested too deeply', JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as unknown, ''],
  ])('refuses %s', (_, result, pointer) => {
    expect(() => callPlaceOf(answered, { operation: 'o', arguments: {} }, result, pointer)).toThrow(
      expect.objectContaining({ code: 'place.invalid' }),
    )
  })
})

const cell = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null))
const anyPlace: fc.Arbitrary<Place> = fc.oneof(
  fc
    .record({
      start: fc.nat(),
      length: fc.nat(),
      page: fc.option(fc.integer({ min: 1, max: 9999 })),
      heading: fc.string(),
    })
    .map(({ start, length, page, heading }) => placeIn('s', start, start + length, { page, headingPath: [heading] })),
  fc
    .record({
      columns: fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 4 }),
      cells: fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
    })
    .map(({ columns, cells }) => {
      const rows = cells.map((row) => row.slice(0, columns.length))
      return queryPlaceOf(answered, query, { columns, rows }, rows.length - 1)
    }),
  fc
    .record({ result: fc.jsonValue({ maxDepth: 4 }), sent: fc.dictionary(fc.string({ unit: 'binary' }), cell) })
    .map(({ result, sent }) => callPlaceOf(answered, { operation: 'o', arguments: sent }, result)),
)

describe('a place', () => {
  it('keeps a member called __proto__, in what was sent and in what came', () => {
    const sent = JSON.parse('{"__proto__": {"a": 1}}') as Record<string, unknown>
    const made = callPlaceOf(answered, { operation: 'o', arguments: sent }, { list: [sent] })
    const back = place.parse(JSON.parse(asJson(place.parse(made))))
    expect(back.kind === 'call' && hashOfJson(back.arguments)).toBe(hashOfJson(sent))
    expect(hashOfJson(keptOf(back as AnswerPlace))).toBe(made.keptHash)
  })

  it('keeps no secret of what was sent, at any depth', () => {
    const sent = {
      account: 7,
      apiKey: 'k-1',
      with: [{ note: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl' }],
    }
    const made = callPlaceOf(answered, { operation: 'o', arguments: sent }, {})
    expect(made.arguments).toEqual({ account: 7, apiKey: '•••', with: [{ note: '•••' }] })
  })

  it.each([
    ['a number that JSON has no word for', Number.NaN],
    ['a date', new Date(0)],
    ['nothing at all, within a list', [undefined]],
    ['a function, within an object', { run: () => {} }],
  ])('refuses %s', (_, value) => {
    expect(place.safeParse({ ...convertCall, value }).success).toBe(false)
  })

  it('survives schema, row and schema, with the hash of what it keeps', () => {
    fc.assert(
      fc.property(anyPlace, (made) => {
        const back = place.parse(JSON.parse(asJson(place.parse(made))))
        expect(back).toEqual(JSON.parse(JSON.stringify(made)))
        expect(keyOfPlace(back)).toBe(keyOfPlace(made))
        if (back.kind !== 'source') expect(hashOfJson(keptOf(back))).toBe(back.keptHash)
      }),
    )
  })

  it('is another one for another row, part, statement or stretch of text', () => {
    const all = [
      sitesQuery,
      { ...sitesQuery, row: 1 },
      { ...sitesQuery, statement: 'select 2' },
      convertCall,
      { ...convertCall, pointer: '' },
      placeIn('a', 0, 4),
      placeIn('a', 0, 5),
      placeIn('b', 0, 4),
    ]
    expect(new Set(all.map(keyOfPlace)).size).toBe(all.length)
  })

  it.each([
    ['a row that is not kept', { ...sitesQuery, row: 3 }],
    ['a row of another width', { ...sitesQuery, rows: [['Chur']] }],
    ['more rows than there are', { ...sitesQuery, totalRows: 2 }],
    ['a pointer that is none', { ...convertCall, pointer: 'result' }],
    ['an unknown kind', { ...convertCall, kind: 'rumour' }],
  ])('refuses %s', (_, wrong) => expect(place.safeParse(wrong).success).toBe(false))
})
