/** What a call gets besides its input. */
export interface ToolRun {
  /** The resource that the step was allocated for this call; null where the tool needs none. */
  readonly resourceId: string | null
  readonly signal: AbortSignal
}

/** Something that a step can have done. */
export interface Tool {
  readonly name: string
  /** Whether a call may change anything outside Quarry: one that was cut off is then in doubt. */
  readonly effect: 'reads' | 'changes'
  /** Whether a person is asked before each call. */
  readonly asks: boolean
  /**
   * Throws QuarryErrors: `input.invalid` for what the input did wrong, `pool.memberFailed` (`memberFailure`) where the
   * resource itself broke.
   * @returns JSON
   */
  run(input: Readonly<Record<string, unknown>>, options: ToolRun): Promise<unknown>
  /** Fields of the output that say how a call went, not what it answered: two calls differ in them alone and agree. */
  readonly measured?: readonly string[]
  /** Whether an output came from the resource: one that was declined beforehand teaches nothing. Default: it did. */
  hasAsked?(output: unknown): boolean
  /** What the journal keeps of an output, and the output from that; without it the output as it is. */
  readonly journal?: {
    keep(output: unknown): unknown
    restore(kept: unknown, options: { readonly signal: AbortSignal }): Promise<unknown>
  }
}
