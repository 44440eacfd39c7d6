export { type EgressPolicy, enforceEgress } from './egress'
