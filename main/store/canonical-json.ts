import { createHash } from 'node:crypto'

/** JSON of one spelling (RFC 8785): members by name, no white space, so that equal values have equal hashes. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Hash (sha256, hex) of a value as canonical JSON. */
export function hashOfJson(value: unknown): string {
  return sha256(canonicalJson(value))
}
