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
