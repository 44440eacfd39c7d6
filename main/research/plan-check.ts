import { QuarryError } from '../../contract/errors'
import { type PlanStepDraft, planStepDraft } from '../../contract/session/session'

/** `problem` is the stable name of what is wrong, by which the window words it with the values beside it. */
function refuse(message: string, context: Record<string, string | number>): never {
  throw new QuarryError('plan.invalid', message, { context })
}

/** Ids on a dependency cycle, in order, or null. Depth first over the steps, whatever their number. */
export function findCycle(steps: readonly PlanStepDraft[]): string[] | null {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const settled = new Set<string>()
  for (const start of steps) {
    const path: string[] = []
    const onPath = new Set<string>()
    const stack: { id: string; next: number }[] = [{ id: start.id, next: 0 }]
    path.push(start.id)
    onPath.add(start.id)
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!
      const dependency = byId.get(top.id)?.dependsOn[top.next]
      top.next += 1
      if (dependency === undefined) {
        settled.add(top.id)
        onPath.delete(top.id)
        path.pop()
        stack.pop()
      } else if (onPath.has(dependency)) {
        return [...path.slice(path.indexOf(dependency)), dependency]
      } else if (!settled.has(dependency)) {
        stack.push({ id: dependency, next: 0 })
        path.push(dependency)
        onPath.add(dependency)
      }
    }
  }
  return null
}

/**
 * Checks a plan before it is approved. Throws `plan.invalid` where a step is malformed, an id occurs twice, a
 * dependency is unknown, dependencies form a cycle, every step is skipped, none that runs gathers evidence, or a processing
 * step waits for no other and so has nothing to work on.
 */
export function checkPlan(steps: readonly PlanStepDraft[]): PlanStepDraft[] {
  const checked = steps.map((step, index) => {
    const parsed = planStepDraft.safeParse({
      id: step.id,
      title: step.title.trim(),
      query: step.query.trim(),
      dependsOn: [...new Set(step.dependsOn)],
      skipped: step.skipped,
      type: step.type,
      doneWhen: typeof step.doneWhen === 'string' ? step.doneWhen.trim() : step.doneWhen,
      requirements: step.requirements,
    })
    if (!parsed.success) {
      const isRequirement = parsed.error.issues.some(({ path }) => path[0] === 'requirements')
      refuse(
        isRequirement
          ? `What step ${index + 1} needs is not well-formed: a capability is lower-case letters, digits and underscores; its level is 1 to 10.`
          : `Step ${index + 1} needs a title and something to search for.`,
        { problem: isRequirement ? 'need' : 'step', step: String(step.id), number: index + 1 },
      )
    }
    return parsed.data
  })
  const ids = new Set<string>()
  for (const { id, title } of checked) {
    if (ids.has(id)) refuse(`Two steps have the same id: “${title}”.`, { problem: 'twice', title, step: id })
    ids.add(id)
  }
  for (const { id, title, dependsOn } of checked) {
    const unknown = dependsOn.find((dependency) => !ids.has(dependency))
    if (unknown !== undefined) {
      refuse(`“${title}” waits for a step that is not in the plan.`, {
        problem: 'unknownStep',
        title,
        step: id,
        dependency: unknown,
      })
    }
  }
  const cycle = findCycle(checked)
  if (cycle !== null) {
    const titles = cycle.map((id) => checked.find((step) => step.id === id)?.title ?? id)
    refuse(`Steps wait for each other in a circle: ${titles.join(' → ')}.`, {
      problem: 'circle',
      titles: titles.join(' → '),
      cycle: cycle.join(','),
    })
  }
  if (checked.every(({ skipped }) => skipped)) refuse('At least one step must run.', { problem: 'nothingRuns' })
  if (!checked.some(({ skipped, type }) => !skipped && type === 'research'))
    refuse('At least one step must gather evidence.', { problem: 'nothingGathers' })
  const bare = checked.find(
    ({ skipped, type, dependsOn }) => !skipped && type === 'processing' && dependsOn.length === 0,
  )
  if (bare !== undefined) {
    const { id, title } = bare
    refuse(`“${title}” processes what other steps find, and waits for none.`, {
      problem: 'nothingToProcess',
      title,
      step: id,
    })
  }
  return checked
}
