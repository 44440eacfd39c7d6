import { expect, it } from 'vitest'
import type { ResourceChoice } from '../../../contract/session/resource-choice'
import type { PlanStepDraft, StepRequirement } from '../../../contract/session/session'
import { choicesMade, keepNeeds, withChoices } from '../../../main/research/roles/kept-choices'

const byPerson: ResourceChoice = { name: 'B', sureness: 1, reasons: [{ kind: 'chosenByPerson', values: {} }] }
const byModel: ResourceChoice = { name: 'A', sureness: null, reasons: [{ kind: 'chosenByModel', values: {} }] }
const only: ResourceChoice = { name: 'A', sureness: 0.4, reasons: [{ kind: 'onlyOne', values: { type: 'database' } }] }
const undecided: ResourceChoice = {
  name: null,
  sureness: null,
  reasons: [{ kind: 'tooManyAlike', values: { alike: [], sureness: 1 } }],
}

const database = (resourceId: string | null, choice?: ResourceChoice): StepRequirement => ({
  ...{ type: 'database', capability: 'sql_query', level: 1, resourceId },
  ...(choice === undefined ? {} : { choice }),
})
const step = (title: string, ...requirements: StepRequirement[]): PlanStepDraft => ({
  ...{
    id: `step-${title}`,
    title,
    query: `about ${title}`,
    dependsOn: [],
    skipped: false,
    type: 'research',
    doneWhen: '',
  },
  requirements,
})

it('marks what a person chose, whatever is sent of it, and keeps how the rest was chosen', () => {
  const planned = [database('a', only), database('old')]
  const names = new Map([['b', 'B']])
  const sent = [database('b', only), database('a', byPerson), database('old'), database('gone')]
  expect(withChoices(sent, planned, names)).toEqual([
    database('b', byPerson),
    database('a', only),
    // Of a plan of an older version: nobody knows.
    database('old'),
    database('gone', { ...byPerson, name: null }),
  ])
})

it('asks whom a person chose instead the part of the question that was planned, and drops it with the step of that part', () => {
  const asked = 'Which site sold the most?'
  const planned = [database(null, { ...undecided, asked })]
  const [chosen] = withChoices([database('b')], planned, new Map([['b', 'B']]))
  expect(chosen).toEqual(database('b', { ...byPerson, asked }))
  expect(keepNeeds([step('new')], [step('gone', chosen!)])).toEqual([step('new')])
})

it('leaves open what nobody chose, and asks any where a person says so', () => {
  const planned = [database(null, undecided)]
  expect(withChoices([database(null, undecided)], planned, new Map())).toEqual(planned)
  expect(withChoices([database(null)], planned, new Map())).toEqual([database(null)])
  // Only a plan says that a need waits.
  expect(withChoices([database(null, undecided)], [], new Map())).toEqual([database(null)])
})

it('a plan that follows a remark keeps the needs of steps that stay, and what was chosen for others', () => {
  const before = [step('one', database('b', byPerson)), step('two', database('a', only)), step('three')]
  const planned = [step('new'), step('three', database(null)), step('two', database('x', byModel))]
  expect(keepNeeds(planned, before)).toEqual([
    step('new', database('b', byPerson)),
    // A person took the need away.
    step('three'),
    step('two', database('a', only), database('x', byModel)),
  ])
})

it('drops what a model or the matcher chose for a step that is gone, and never asks one twice', () => {
  const before = [
    step('gone', database('a', only), database('m', byModel), database('b', byPerson)),
    { ...step('skipped', database('s', byPerson)), skipped: true },
  ]
  expect(keepNeeds([step('new', database('b', only))], before)).toEqual([step('new', database('b', only))])
  expect(keepNeeds([], before)).toEqual([])
})

it('tells what a person made of what was proposed, and of a plan that they left nothing', () => {
  const read: ResourceChoice = {
    ...{ name: 'A', sureness: 0.9 },
    reasons: [{ kind: 'readsAsCall', values: { operation: 'list' } }],
  }
  const planned = [step('one', database('a', read), database('c', read)), step('two', database('d', read))]
  expect(choicesMade(planned, planned)).toBeNull()
  // What the matcher chose for the words of a step alone was proposed to nobody.
  expect(choicesMade([step('one', database('m', only))], [step('one')])).toBeNull()
  const sent = [step('one', database('a', read), database('b', byPerson))]
  expect(choicesMade(planned, sent)).toEqual({ chosen: ['a', 'b'], passedOver: ['c'] })
  expect(choicesMade(planned, [step('one', database('c', read))])).toEqual({ chosen: ['c'], passedOver: ['a'] })
  expect(choicesMade(planned, [step('two')])).toEqual({ chosen: [], passedOver: ['d'] })
})
