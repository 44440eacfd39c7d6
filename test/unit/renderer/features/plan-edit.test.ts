import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlanStepDraft } from '../../../../contract/session/session'
import { deleteStep, moveStep, planProblem, possibleDependencies } from '../../../../renderer/features/plan/plan-edit'

const step = (id: string, dependsOn: string[] = [], change: Partial<PlanStepDraft> = {}): PlanStepDraft => ({
  id,
  title: `Step ${id}`,
  query: id,
  dependsOn,
  skipped: false,
  type: 'research',
  doneWhen: '',
  requirements: [],
  ...change,
})
const ids = (steps: readonly PlanStepDraft[]): string => steps.map((one) => one.id).join('')

describe('editing a plan', () => {
  const plan = [step('a'), step('b', ['a']), step('c', ['b']), step('d')]

  it('moves a step without touching the others’ order', () => {
    expect(ids(moveStep(plan, 3, 0))).toBe('dabc')
    expect(ids(moveStep(plan, 0, 9))).toBe('bcda')
  })

  it('keeps exactly the same steps wherever one is moved', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -5, max: 9 }), (from, to) => {
        expect([...ids(moveStep(plan, from, to))].sort().join('')).toBe('abcd')
      }),
    )
  })

  it('takes a deleted step out of what others wait for', () => {
    expect(deleteStep(plan, 'b').find((one) => one.id === 'c')?.dependsOn).toEqual([])
  })

  it('offers no step that would wait for itself in a circle', () => {
    expect(ids(possibleDependencies(plan, 'a'))).toBe('d')
    expect(ids(possibleDependencies(plan, 'c'))).toBe('abd')
  })

  it('says why a plan cannot run', () => {
    expect(planProblem(plan)).toBeNull()
    expect(planProblem([])).toBe('empty')
    expect(planProblem([step('a', [], { skipped: true })])).toBe('empty')
    expect(planProblem([step('a', [], { query: ' ' })])).toBe('incomplete')
    const type = 'processing'
    expect(planProblem([step('a', [], { skipped: true }), step('b', ['a'], { type })])).toBe('nothingGathers')
    expect(planProblem(deleteStep([step('a'), step('b'), step('c', ['b'], { type })], 'b'))).toBe('nothingToProcess')
    expect(planProblem([step('a'), step('b', ['a'], { type })])).toBeNull()
  })
})
