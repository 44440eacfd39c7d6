import { expect, it } from 'vitest'
import type { StepRequirement } from '../../../contract/session/session'
import type { DoneWhen } from '../../../contract/session/step-criterion'
import { checkStep, withCriterion } from '../../../main/research/step-criterion'

const evidence = { kind: 'keepsEvidence', values: {} } as const
const answer = { kind: 'bringsAnswer', values: {} } as const
const figure = { kind: 'calculatesFigure', values: {} } as const
const ran = (doneWhen: DoneWhen) => ({ state: 'observed', doneWhen }) as const

it.each([
  [evidence, 'nothing', false],
  [evidence, 'evidence', true],
  [evidence, 'answer', true],
  [answer, 'evidence', false],
  [answer, 'answer', true],
  [answer, 'figure', true],
  [figure, 'answer', false],
  [figure, 'figure', true],
] as const)('$0.kind with %s: %s', (doneWhen, brought, isMet) => {
  expect(checkStep(ran(doneWhen), brought)).toEqual({ brought, isMet })
})

it('judges no words of a person or a model, and nothing that has not run', () => {
  expect(checkStep(ran('Three sources agree.'), 'evidence')).toEqual({ brought: 'evidence', isMet: null })
  expect(checkStep(ran(''), 'evidence')).toBeNull()
  expect(checkStep({ state: 'failed', doneWhen: evidence }, 'nothing')).toBeNull()
  expect(checkStep({ state: 'running', doneWhen: evidence }, 'nothing')).toBeNull()
})

it('wants an answer of a step that asks a resource, and leaves words alone', () => {
  const need = { type: 'database', capability: 'sql_query', level: 1, resourceId: 'database:a' } as const
  const step = (doneWhen: DoneWhen, requirements: StepRequirement[] = [need]) => ({ doneWhen, requirements })
  expect(withCriterion(step(evidence)).doneWhen).toEqual(answer)
  expect(withCriterion(step(figure)).doneWhen).toEqual(figure)
  expect(withCriterion(step(evidence, [])).doneWhen).toEqual(evidence)
  expect(withCriterion(step(evidence, [{ ...need, resourceId: null }])).doneWhen).toEqual(evidence)
  expect(withCriterion(step('Three sources agree.')).doneWhen).toBe('Three sources agree.')
})
