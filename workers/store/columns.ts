import { types } from '@electric-sql/pglite'

/** Room for the vectors of one result: a few buffers that are transferred to the other thread, not copied. */
export class VectorArena {
  readonly buffers: ArrayBuffer[] = []
  #used = 0
  /** Bytes of the next buffer: from 16 KiB doubling to 4 MiB, so that one vector does not cost megabytes. */
  #nextBytes = 16 * 1024

  /** A Float32Array from pgvector's binary form (see `vectorBytes`). */
  read(bytes: Buffer): Float32Array {
    const length = bytes.readUInt16BE(0)
    const byteLength = 4 * length
    let buffer = this.buffers.at(-1)
    if (buffer === undefined || this.#used + byteLength > buffer.byteLength) {
      buffer = new ArrayBuffer(Math.max(this.#nextBytes, byteLength))
      this.buffers.push(buffer)
      this.#nextBytes = Math.min(4 * 1024 * 1024, this.#nextBytes * 2)
      this.#used = 0
    }
    const target = Buffer.from(buffer, this.#used, byteLength)
    target.set(bytes.subarray(4, 4 + byteLength))
    target.swap32()
    const vector = new Float32Array(buffer, this.#used, length)
    this.#used += byteLength
    return vector
  }
}

type Decode = (bytes: Buffer, arena: VectorArena) => unknown

export interface ColumnDecoder {
  readonly binary: boolean
  readonly decode: Decode
}

const text = (bytes: Buffer): string => bytes.toString('utf8')

function safeInteger(digits: string): number {
  const value = Number(digits)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${digits} is beyond the integers that a number holds exactly.`)
  return value
}

/** '2026-11-21 22:21:26.123456+00' → '2026-11-21T22:21:26.123Z'; 'infinity' stays as it is. */
function isoTimestamp(written: string): string {
  // Date.parse takes 'infinity:00' for a date of the year 2000.
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/.test(written)) return written
  return new Date(`${written.replace(' ', 'T')}:00`).toISOString()
}

const asText = (parse: (written: string) => unknown): ColumnDecoder => ({
  binary: false,
  decode: (bytes) => parse(text(bytes)),
})
const asArray = (oid: number, parse: (written: string) => unknown): ColumnDecoder =>
  asText((written) => types.arrayParser(written, parse, oid))

const unchanged = (written: string): string => written

/** By OID of the built-in type (pg_type.dat); every other type stays text. */
const builtIn: ReadonlyMap<number, ColumnDecoder> = new Map([
  [16, asText((written) => written === 't')],
  [17, { binary: true, decode: (bytes) => Uint8Array.from(bytes) }],
  [20, asText(safeInteger)],
  [21, asText(Number)],
  [23, asText(Number)],
  [26, asText(Number)],
  [114, asText((written) => JSON.parse(written) as unknown)],
  [700, asText(Number)],
  [701, asText(Number)],
  [1000, asArray(1000, (written) => written === 't')],
  [1007, asArray(1007, Number)],
  [1009, asArray(1009, unchanged)],
  [1015, asArray(1015, unchanged)],
  [1016, asArray(1016, safeInteger)],
  [1021, asArray(1021, Number)],
  [1022, asArray(1022, Number)],
  [1184, asText(isoTimestamp)],
  [1700, asText(Number)],
  [3802, asText((written) => JSON.parse(written) as unknown)],
])

const vectorDecoder: ColumnDecoder = { binary: true, decode: (bytes, arena) => arena.read(bytes) }
const textDecoder: ColumnDecoder = { binary: false, decode: text }

/** How to read a column: `vectorType` is the OID of pgvector's type in this cluster, null before it exists. */
export function decoderOf(oid: number, vectorType: number | null): ColumnDecoder {
  if (oid === vectorType) return vectorDecoder
  return builtIn.get(oid) ?? textDecoder
}

/** A `DataRow` message as an object by column name. */
export function readRow(
  body: Buffer,
  names: readonly string[],
  decoders: readonly ColumnDecoder[],
  arena: VectorArena,
): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  let at = 2
  for (const [index, name] of names.entries()) {
    const length = body.readInt32BE(at)
    at += 4
    if (length < 0) {
      row[name] = null
      continue
    }
    row[name] = decoders[index]?.decode(body.subarray(at, at + length), arena)
    at += length
  }
  return row
}
