import type { WireValue } from '../../contract/processes/store-protocol'
import type { BoundValue } from './wire'

/** OIDs of built-in types: src/include/catalog/pg_type.dat of PostgreSQL. */
const jsonTypes: ReadonlySet<number> = new Set([114, 3802])
const floatArrayTypes: ReadonlySet<number> = new Set([1021, 1022])

/**
 * pgvector's binary form (`vector_send`): int16 dimensions, int16 0, then float32, all big-endian.
 * https://github.com/pgvector/pgvector/blob/v0.8.0/src/vector.c
 */
export function vectorBytes(vector: Float32Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(4 + 4 * vector.length)
  bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), 4)
  bytes.subarray(4).swap32()
  bytes.writeUInt16BE(vector.length, 0)
  bytes.writeUInt16BE(0, 2)
  return bytes
}

function arrayLiteral(values: readonly (string | number)[]): string {
  const items = values.map((value) =>
    typeof value === 'number' ? String(value) : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  )
  return `{${items.join(',')}}`
}

/** Binds a value to a parameter of the type `oid`, in binary where that is faster (vectors, bytea). */
export function bindValue(value: WireValue, oid: number): BoundValue {
  if (value === null || typeof value === 'string') return value
  if (value instanceof Float32Array) {
    return floatArrayTypes.has(oid) ? arrayLiteral(Array.from(value)) : vectorBytes(value)
  }
  if (value instanceof Uint8Array) return value
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') return jsonTypes.has(oid) ? JSON.stringify(value) : arrayLiteral(value)
  return String(value)
}
