import { z } from 'zod'
import { type PlainRemedy, plainRemedy, type Remedy, remedy } from './app/remedies'

/** Every code that an error may carry. A code is stable: the window and other programs decide by it. */
export const errorCodes = [
  'input.invalid',
  'input.empty',
  'cancelled',
  'internal',
  'ipc.forbidden',
  'ipc.unknownChannel',
  'ipc.notGiven',
  'store.locked',
  'store.newerVersion',
  'store.readOnly',
  'store.diskFull',
  'store.corrupt',
  'store.closed',
  'store.query',
  'model.missing',
  'model.notChosen',
  'model.invalid',
  'model.failed',
  'model.tooLong',
  'model.unusable',
  'model.overBudget',
  'model.fileBroken',
  'model.needsMemory',
  'model.crashed',
  'inference.crashed',
  'inference.queueFull',
  'inference.failed',
  'read.notFound',
  'read.forbidden',
  'read.unsupported',
  'read.encrypted',
  'read.credentials',
  'read.isResource',
  'read.corrupt',
  'read.noText',
  'read.unreadableText',
  'read.tooLarge',
  'read.timeout',
  'recall.slow',
  'read.outOfMemory',
  'read.crashed',
  'read.cloudPlaceholder',
  'index.empty',
  'source.notFound',
  'project.notFound',
  'project.nameTaken',
  'project.last',
  'memory.notFound',
  'domain.notFound',
  'domain.tooFew',
  'settings.fixed',
  'settings.fileBroken',
  'session.notFound',
  'session.wrongState',
  'session.failed',
  'session.blocked',
  'checkpoint.notFound',
  'place.invalid',
  'plan.invalid',
  'pool.noSuchMember',
  'pool.memberFailed',
  'tool.notFound',
  'tool.denied',
  'tool.timeout',
  'tool.circuitOpen',
  'tool.failed',
  'tool.codeFailed',
  'plugin.failed',
  'plugin.notApproved',
  'plugin.changed',
  'plugin.vetoed',
  'confirmation.changed',
  'file.badName',
  'file.outside',
  'file.notFound',
  'file.notText',
  'file.tooLarge',
  'file.readOnly',
  'file.changed',
  'file.noMatch',
  'file.unchanged',
  'file.diskFull',
  'file.failed',
  'file.notUndone',
  'resource.notFound',
  'resource.unsupported',
  'resource.corrupt',
  'resource.locked',
  'resource.tooLarge',
  'resource.timeout',
  'resource.crashed',
  'resource.unreachable',
  'resource.needsSecret',
  'resource.invalid',
  'socket.unauthorized',
  'socket.unreachable',
  'http.portTaken',
  'export.failed',
  'egress.denied',
] as const

export const errorCode = z.enum(errorCodes)
export type ErrorCode = z.infer<typeof errorCode>

/**
 * An error as it crosses a process boundary. People read words of its code and context (`wording/`), and what they can
 * do (`remedy`); `message` is English, for logs.
 */
export const errorShape = z.object({
  code: errorCode,
  message: z.string(),
  remedy: remedy.optional(),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
})
export type ErrorShape = z.infer<typeof errorShape>

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
