export type { Secrets } from './secrets'
