export { createSecrets, environmentName } from './create-secrets'
export type { Keyring } from './keyring'
export type { Secrets } from './secrets'
