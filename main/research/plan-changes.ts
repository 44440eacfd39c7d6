import { isDeepStrictEqual } from 'node:util'
import type { PlanChanges, PlanStepDraft } from '../../contract/session/session'

type Step = Pick<PlanStepDraft, 'id' | 'title' | 'query' | 'type' | 'doneWhen'>

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

const isSame = (one: Step, other: Step): boolean =>
  one.title === other.title &&
  one.query === other.query &&
  one.type === other.type &&
  isDeepStrictEqual(one.doneWhen, other.doneWhen)

/**
 * What a plan has otherwise than the version before. A step is known again by what it searches for, else by its title, and by
 * its id only then: a planner may number its steps anew. Pure.
 */
export function planChanges(before: readonly Step[], after: readonly Step[]): PlanChanges {
  const left = new Set(before)
  const known = new Map<Step, Step>()
  const keys: readonly ((step: Step) => string)[] = [
    ({ query }) => plain(query),
    ({ title }) => plain(title),
    ({ id }) => id,
  ]
  for (const keyOf of keys) {
    for (const step of after) {
      const same = known.has(step) ? undefined : [...left].find((other) => keyOf(other) === keyOf(step))
      if (same === undefined) continue
      known.set(step, same)
      left.delete(same)
    }
  }
  return {
    added: after.filter((step) => !known.has(step)).map(({ id }) => id),
    changed: after.flatMap((step) => {
      const was = known.get(step)
      if (was === undefined || isSame(was, step)) return []
      const { title, query, type, doneWhen } = was
      return [{ id: step.id, title, query, type, doneWhen }]
    }),
    removed: [...left].map(({ title }) => title),
  }
}
