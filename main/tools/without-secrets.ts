import { holdsSecret } from '../gate'

const secretKey = /pass(?:word|wd|phrase)?$|secret|token$|api_?key|credential|authorization|cookie/i

/** Arguments as the record keeps them: whatever is a secret, or is called one, is masked. */
export function withoutSecrets(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, key))
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutSecrets(part, name)]))
  }
  if (value === null || typeof value === 'boolean') return value
  return secretKey.test(key) || holdsSecret(String(value)) ? '•••' : value
}
