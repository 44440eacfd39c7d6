import { expect, it } from 'vitest'
import type { StepRequirement } from '../../../contract/session/session'
import { wordingFor } from '../../../main/reasoning/wording'
import { checkStep, withCriterion } from '../../../main/research/step-criterion'

const { evidence, answer, figure } = wordingFor('en').plan.doneWhen
const ran = (doneWhen: string) => ({ state: 'observed', doneWhen }) as const

it.each([
  [evidence, 'nothing', false],
  [evidence, 'evidence', true],
  [evidence, 'answer', true],
  [answer, 'evidence', false],
  [answer, 'answer', true],
  [answer, 'figure', true],
  [figure, 'answer', false],
  [figure, 'figure', true],
  [wordingFor('zh-CN').plan.doneWhen.figure, 'figure', true],
] as const)('“%s” with %s: %s', (doneWhen, brought, isMet) => {
  expect(checkStep(ran(doneWhen), brought)).toEqual({ brought, isMet })
})

it('judges no words of a person or a model, and nothing that has not run', () => {
  expect(checkStep(ran('Three sources agree.'), 'evidence')).toEqual({ brought: 'evidence', isMet: null })
  expect(checkStep(ran(''), 'evidence')).toBeNull()
  expect(checkStep({ state: 'failed', doneWhen: evidence }, 'nothing')).toBeNull()
  expect(checkStep({ state: 'running', doneWhen: evidence }, 'nothing')).toBeNull()
})

it('wants an answer of a step that asks a resource, in the language of its plan, and leaves other words alone', () => {
  const chinese = wordingFor('zh-CN').plan.doneWhen
  const need = { type: 'database', capability: 'sql_query', level: 1, resourceId: 'database:a' } as const
  const step = (doneWhen: string, requirements: StepRequirement[] = [need]) => ({ doneWhen, requirements })
  expect(withCriterion(step(evidence)).doneWhen).toBe(answer)
  expect(withCriterion(step(chinese.evidence)).doneWhen).toBe(chinese.answer)
  expect(withCriterion(step(evidence, [])).doneWhen).toBe(evidence)
  expect(withCriterion(step(evidence, [{ ...need, resourceId: null }])).doneWhen).toBe(evidence)
  expect(withCriterion(step('Three sources agree.')).doneWhen).toBe('Three sources agree.')
})
