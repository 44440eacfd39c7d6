export { createDomains, type Domains } from './domains'
