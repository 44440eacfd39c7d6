import type { ModelCall, ModelTurn } from '../../contract/models/language-model'

/** Of one answer: what goes beyond is no plan but a loop. */
const mostCalls = 16

interface CallPiece {
  readonly index?: unknown
  readonly id?: unknown
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown }
}

/**
 * Puts the calls of an answer together from their pieces. Servers differ: some send a call whole, some name its place with
 * each piece, some give all of them the same place and another id.
 */
export function createCallCollector(): {
  /** Takes `tool_calls` of a piece; whether there were any. */
  take(pieces: unknown): boolean
  all(): Pick<ModelTurn, 'calls'>
} {
  const calls: { index: unknown; id: unknown; name: string; arguments: string }[] = []
  return {
    take(pieces) {
      if (!Array.isArray(pieces)) return false
      for (const { index, id, function: given } of pieces as CallPiece[]) {
        // Some servers give later pieces no id, some an empty one.
        const isNamed = typeof id === 'string' && id !== ''
        const begun = calls.findLast((call) => call.index === index && (!isNamed || call.id === id))
        const call = begun ?? { index, id, name: '', arguments: '' }
        if (begun === undefined) {
          if (calls.length >= mostCalls) continue
          calls.push(call)
        }
        if (typeof given?.name === 'string') call.name += given.name
        // Some servers send the object itself.
        if (typeof given?.arguments === 'string') call.arguments += given.arguments
        else if (typeof given?.arguments === 'object' && given.arguments !== null)
          call.arguments = JSON.stringify(given.arguments)
      }
      return pieces.length > 0
    },
    all() {
      const whole = calls.map(({ name, arguments: given }): ModelCall => ({ name, arguments: given }))
      return whole.length === 0 ? {} : { calls: whole }
    },
  }
}
