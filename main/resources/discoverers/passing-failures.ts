import type { ErrorCode } from '../../../contract/error-codes'
import type { ResourceStatus } from '../../../contract/resources/resource'

/** How a server stands that cannot be asked. What passes, or a person can mend: it is known from now on, and asked again later. */
export const passing: Partial<Record<ErrorCode, ResourceStatus>> = {
  'resource.needsSecret': 'needsSecret',
  'resource.unreachable': 'unavailable',
  'resource.timeout': 'unavailable',
  'egress.denied': 'unavailable',
}
