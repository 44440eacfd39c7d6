import { expect, it } from 'vitest'
import { planChanges } from '../../../main/research/plan-changes'

const ofStep = { type: 'research' as const, doneWhen: '' }
const step = (id: string, title: string, query = title) => ({ id, title, query, ...ofStep })

it('knows steps again by what they search for, by title, and by id', () => {
  const before = [step('1', 'Drag'), step('2', 'Lift', 'lift of wings'), step('3', 'Cost'), step('4', 'Noise')]
  const after = [
    step('1', 'Drag of plates'),
    step('8', 'What lifts', '  Lift of  Wings'),
    step('9', 'Cost', 'cost of fuel'),
    step('10', 'Weather'),
  ]
  expect(planChanges(before, after)).toEqual({
    added: ['10'],
    changed: [
      { id: '1', title: 'Drag', query: 'Drag', ...ofStep },
      { id: '8', title: 'Lift', query: 'lift of wings', ...ofStep },
      { id: '9', title: 'Cost', query: 'Cost', ...ofStep },
    ],
    removed: ['Noise'],
  })
})

it('takes a step that got the number of another for what it is', () => {
  const before = [step('step-1', 'Running costs'), step('step-2', 'Savings')]
  const after = [step('step-1', 'Switzerland'), step('step-2', 'Running costs'), step('step-3', 'Savings')]
  expect(planChanges(before, after)).toEqual({ added: ['step-1'], changed: [], removed: [] })
})

it('counts each step once, also where two are alike', () => {
  const before = [step('1', 'Drag'), step('2', 'Drag')]
  expect(planChanges(before, [step('5', 'Drag')])).toEqual({ added: [], changed: [], removed: ['Drag'] })
  expect(planChanges(before, before)).toEqual({ added: [], changed: [], removed: [] })
})

it('tells what a step was and when it was done before, where only that is otherwise', () => {
  const before = [
    step('1', 'Drag'),
    { ...step('2', 'Mean drag'), type: 'processing' as const, doneWhen: 'A mean is there.' },
  ]
  const after = [before[0]!, { ...before[1]!, doneWhen: 'A median is there.' }]
  expect(planChanges(before, after)).toEqual({ added: [], changed: [before[1]], removed: [] })
  expect(planChanges(after, [before[0]!, step('2', 'Mean drag')]).changed).toEqual([after[1]])
})
