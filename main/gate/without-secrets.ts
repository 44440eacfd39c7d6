import { holdsSecret } from './risk/secrets'

const secretKey = /pass(?:word|wd|phrase)?$|secret|token$|api_?key|credential|authorization|cookie/i
const mask = '•••'

/** Arguments as the record and citations keep them: whatever is a secret, or is called one, is masked. */
export function withoutSecrets(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, key))
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutSecrets(part, name)]))
  }
  if (value === null || typeof value === 'boolean') return value
  return secretKey.test(key) || holdsSecret(String(value)) ? mask : value
}

/** Whether something in kept arguments was masked: what was sent is known to nobody any more. */
export function isMasked(value: unknown): boolean {
  return value !== null && typeof value === 'object' ? Object.values(value).some(isMasked) : value === mask
}

/** A question as the record keeps it: without what is masked in the arguments, and none of it where it holds another secret. */
export function questionWithoutSecrets(question: string, input: unknown): string {
  const secrets = maskedIn(input, withoutSecrets(input)).sort((one, other) => other.length - one.length)
  const told = secrets.reduce((text, secret) => text.replaceAll(secret, mask), question)
  return holdsSecret(told) ? mask : told
}

/** Parts of arguments that are masked in what is kept of them. */
function maskedIn(given: unknown, kept: unknown): string[] {
  if (kept === mask) return given === mask || given === '' ? [] : [String(given)]
  if (given === null || typeof given !== 'object') return []
  return Object.entries(given).flatMap(([key, part]) => maskedIn(part, (kept as Record<string, unknown>)[key]))
}
