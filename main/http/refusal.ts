import type { ErrorCode } from '../../contract/error-codes'

/** Why a request is refused before it becomes a call. */
type RefusalCode =
  | 'http.badRequest'
  | 'http.unauthorized'
  | 'http.forbidden'
  | 'http.notFound'
  | 'http.methodNotAllowed'
  | 'http.notJson'
  | 'http.tooLarge'
  | 'http.tooMany'

export class HttpRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: RefusalCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

const statuses: Partial<Record<ErrorCode, number>> = {
  'input.invalid': 400,
  'input.empty': 400,
  'tool.denied': 403,
  'egress.denied': 403,
  'pool.noSuchMember': 404,
  'session.wrongState': 409,
  'session.blocked': 409,
  'confirmation.changed': 409,
  'index.empty': 409,
  'export.failed': 409,
  cancelled: 409,
  'resource.tooLarge': 413,
  'read.tooLarge': 413,
  'inference.queueFull': 503,
  'tool.circuitOpen': 503,
  'resource.unreachable': 502,
  'resource.timeout': 504,
  'tool.timeout': 504,
  'read.timeout': 504,
  internal: 500,
  'store.query': 500,
  'store.corrupt': 500,
}

/** The status for an error of the contract. What names no better one is a request that cannot be met as it is. */
export function statusOf(code: ErrorCode): number {
  if (code.endsWith('.notFound')) return 404
  return statuses[code] ?? (code.startsWith('store.') || code.startsWith('socket.') ? 503 : 422)
}
