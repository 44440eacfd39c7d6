import type { PlanChanges, PlanStepDraft } from '../../contract/session'

type Step = Pick<PlanStepDraft, 'id' | 'title' | 'query'>

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

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
    changed: after.flatMap(({ id, title, query }, at) => {
      const was = known.get(after[at] as Step)
      return was === undefined || (was.title === title && was.query === query)
        ? []
        : [{ id, title: was.title, query: was.query }]
    }),
    removed: [...left].map(({ title }) => title),
  }
}
