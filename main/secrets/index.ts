export { createSecrets } from './create-secrets'
export type { Keyring } from './keyring'
export type { Secrets } from './secrets'
