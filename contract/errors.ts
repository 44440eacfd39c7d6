import { type PlainRemedy, plainRemedy } from './app/plain-remedies'
import type { Remedy } from './app/remedies'
import type { ErrorCode } from './error-codes'
import type { ErrorShape } from './error-shape'

export interface QuarryErrorOptions {
  remedy?: Remedy | PlainRemedy
  context?: Record<string, string | number | boolean | null>
  cause?: unknown
}

/** Base of all errors that Quarry throws on purpose. */
export class QuarryError extends Error {
  readonly code: ErrorCode
  readonly remedy: Remedy | undefined
  readonly context: Record<string, string | number | boolean | null> | undefined

  constructor(code: ErrorCode, message: string, options: QuarryErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'QuarryError'
    this.code = code
    this.remedy = typeof options.remedy === 'string' ? plainRemedy(options.remedy) : options.remedy
    this.context = options.context
  }
}

/** Characters of a message that cross a boundary: servers, engines and parsers quote what they were given. */
const maxMessageLength = 2000
const clipped = (message: string): string =>
  message.length > maxMessageLength ? `${message.slice(0, maxMessageLength - 1)}…` : message

/** The shape that crosses a boundary; what is not a QuarryError becomes `internal` with its message. */
export function toErrorShape(error: unknown): ErrorShape {
  if (error instanceof QuarryError) {
    return {
      code: error.code,
      message: clipped(error.message),
      ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
      ...(error.context === undefined ? {} : { context: error.context }),
    }
  }
  if (error instanceof Error && error.name === 'AbortError') return { code: 'cancelled', message: 'Cancelled.' }
  return { code: 'internal', message: clipped(error instanceof Error ? error.message : String(error)) }
}

/** The error on this side of a boundary, from the shape that crossed it. */
export function fromErrorShape(shape: ErrorShape): QuarryError {
  return new QuarryError(shape.code, shape.message, {
    ...(shape.remedy === undefined ? {} : { remedy: shape.remedy }),
    ...(shape.context === undefined ? {} : { context: shape.context }),
  })
}
