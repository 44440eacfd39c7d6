import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlanStepDraft } from '../../../contract/session/session'
import { checkPlan, findCycle } from '../../../main/research/plan-check'

function step(id: string, dependsOn: string[] = [], change: Partial<PlanStepDraft> = {}): PlanStepDraft {
  return {
    id,
    title: `Step ${id}`,
    query: `query ${id}`,
    dependsOn,
    skipped: false,
    type: 'research',
    doneWhen: '',
    requirements: [],
    ...change,
  }
}

const processing = { type: 'processing' } as const

describe('checking a plan', () => {
  it('answers the steps as they are, trimmed', () => {
    expect(checkPlan([step('a', [], { title: ' A ' }), step('b', ['a', 'a'])])).toEqual([
      step('a', [], { title: 'A' }),
      step('b', ['a']),
    ])
  })

  it.each<[string, PlanStepDraft[]]>([
    ['a circle', [step('a', ['c']), step('b', ['a']), step('c', ['b'])]],
    ['a step that waits for itself', [step('a', ['a'])]],
    ['an unknown id', [step('a', ['z'])]],
    ['two steps of one id', [step('a'), step('a')]],
    ['only skipped steps', [step('a', [], { skipped: true })]],
    ['no step', []],
    ['a title of blanks', [step('a', [], { title: '  ' })]],
    ['an empty query', [step('a', [], { query: '' })]],
    ['only processing steps', [step('a', ['b'], processing), step('b', ['a'], processing)]],
    ['no research step but a skipped one', [step('a', [], { skipped: true }), step('b', ['a'], processing)]],
    ['a processing step that waits for none', [step('a'), step('b', [], processing)]],
    ['a type that it does not know', [step('a', [], { type: 'guessing' as never })]],
    ['a criterion that is too long', [step('a', [], { doneWhen: 'x'.repeat(501) })]],
  ])('refuses %s', (_name, steps) => {
    expect(() => checkPlan(steps)).toThrowError(expect.objectContaining({ code: 'plan.invalid' }) as Error)
  })

  it('lets a processing step run after a step that finds something, also where that is left out', () => {
    const plan = [step('a'), step('b', ['a'], { ...processing, doneWhen: 'The mean is there.' })]
    expect(checkPlan(plan)).toEqual(plan)
    expect(checkPlan([step('a'), step('b', [], { ...processing, skipped: true })])).toHaveLength(2)
    expect(checkPlan([step('a'), step('c', [], { skipped: true }), step('b', ['c'], processing)])).toHaveLength(3)
  })

  it('finds a cycle exactly where no order of the steps exists', () => {
    const graphs = fc
      .integer({ min: 1, max: 8 })
      .chain((size) =>
        fc.array(fc.uniqueArray(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }),
      )
    fc.assert(
      fc.property(graphs, (graph) => {
        const steps = graph.map((dependsOn, index) => step(String(index), dependsOn.map(String)))
        const placed = new Set<string>()
        for (let round = 0; round < steps.length; round += 1) {
          for (const { id, dependsOn } of steps) if (dependsOn.every((other) => placed.has(other))) placed.add(id)
        }
        const cycle = findCycle(steps)
        expect(cycle === null).toBe(placed.size === steps.length)
        for (const [index, id] of (cycle ?? []).slice(0, -1).entries()) {
          expect(steps.find((other) => other.id === id)?.dependsOn).toContain(cycle?.[index + 1])
        }
      }),
    )
  })
})
