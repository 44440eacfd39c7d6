import type { QuarryBridge } from '../../contract/channels/bridge'
import type { ErrorCode } from '../../contract/error-codes'
import type { ErrorShape } from '../../contract/error-shape'
import type { Result } from '../../contract/result'
import { currentProject } from './current-project'

declare global {
  interface Window {
    readonly quarry: QuarryBridge
  }
}

/** A call's error on the window's side. It keeps the stable code, by which it is worded. */
export class CallError extends Error {
  readonly code: ErrorCode
  readonly remedy: ErrorShape['remedy']
  readonly context: ErrorShape['context']

  constructor(shape: ErrorShape) {
    super(shape.message)
    this.name = 'CallError'
    this.code = shape.code
    this.remedy = shape.remedy
    this.context = shape.context
  }
}

/** Any thrown thing as the shape that error views show. */
export function toShape(error: unknown): ErrorShape {
  if (error instanceof CallError) {
    return {
      code: error.code,
      message: error.message,
      ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
      ...(error.context === undefined ? {} : { context: error.context }),
    }
  }
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) }
}

/** The value of a call's answer; throws CallError for a failed one. */
function unwrap<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value
  throw new CallError(result.error)
}

/** Calls of a project are made in the one that the window shows. */
type Asked<Input extends unknown[]> = Input extends [infer Given, string]
  ? undefined extends Given
    ? []
    : [input: Given]
  : Input

type Unwrapped<Member> = Member extends (...input: infer Input) => Promise<Result<infer Value>>
  ? (...input: Asked<Input>) => Promise<Value>
  : Member

/** The bridge with its answers unwrapped: calls give their value or throw CallError. */
export type Quarry = { readonly [Name in keyof QuarryBridge]: Unwrapped<QuarryBridge[Name]> }

const passedThrough = new Set<PropertyKey>(['subscribe', 'follow', 'tokensOf', 'platform'])

export const quarry = new Proxy({} as Quarry, {
  get(_target, name) {
    const member: unknown = Reflect.get(window.quarry, name)
    if (passedThrough.has(name) || typeof member !== 'function') return member
    return async (input?: unknown) => unwrap((await member(input, currentProject())) as Result<unknown>)
  },
})
