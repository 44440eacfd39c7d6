import { describe, expect, it } from 'vitest'
import type { PoolMemberView } from '../../../../contract/pool/pool'
import type { ResourceSummary } from '../../../../contract/resources/resource'
import type { ResourceMatch } from '../../../../contract/resources/resource-match'
import type { ResourceChoice } from '../../../../contract/session/resource-choice'
import type { StepRequirement, StepView } from '../../../../contract/session/session'
import { changedNeeds } from '../../../../renderer/features/plan/plan-edit'
import { mostNeeds, pickables, pickedOf, roomFor, withPicked } from '../../../../renderer/features/plan/resource-picks'

const resource = (name: string, change: object = {}): ResourceSummary =>
  ({
    ...{ resourceId: `database:${name}`, name, type: 'database', parentId: null, flavour: 'sqlite', capabilities: [] },
    origin: { kind: 'file', path: null },
    ...change,
  }) as unknown as ResourceSummary
const match = (one: ResourceSummary, confidence: number): ResourceMatch =>
  ({ resource: one, confidence }) as unknown as ResourceMatch
const member = (name: string, capability: string, level: number): PoolMemberView =>
  ({ resourceId: `database:${name}`, capabilities: [{ name: capability, level }] }) as unknown as PoolMemberView

const byPerson = (name: string): ResourceChoice => ({
  ...{ name, sureness: 1 },
  reasons: [{ kind: 'chosenByPerson', values: {} }],
})
const byModel = (name: string): ResourceChoice => ({ ...byPerson(name), sureness: 0.4, reasons: [] })
const need = (name: string | null, choice?: ResourceChoice, level = 1): StepRequirement => ({
  ...{ type: 'database', capability: 'sql_query', level, resourceId: name === null ? null : `database:${name}` },
  ...(choice === undefined ? {} : { choice }),
})
const file: StepRequirement = { type: 'tool', capability: 'file_ops', level: 5, resourceId: null }
const picks = (...names: string[]) => names.map((name) => ({ resourceId: `database:${name}`, name }))
const shown = (list: ReturnType<typeof pickables>) => list.map(({ resource: { name }, sureness }) => [name, sureness])

describe('the resources that can be picked', () => {
  const [a, b, c] = [resource('a'), resource('b'), resource('c')]

  it('come by how surely they answer, then by name; a matched part stands for its whole', () => {
    const part = resource('questions', { parentId: a.resourceId })
    expect(shown(pickables([c, a, b], [match(b, 0.2), match(part, 0.3), match(a, 0.1)], []))).toEqual([
      ['a', 0.3],
      ['b', 0.2],
      ['c', null],
    ])
    // A part by itself is listed nowhere, and what is not listed any more is gone.
    expect(pickables([], [match(a, 0.9)], [])).toEqual([])
  })

  it('are as sure as the plan was of them, not as the matcher, but for what a person chose', () => {
    const alike = picks('a', 'c')
    const undecided: ResourceChoice = {
      ...{ name: null, sureness: null },
      reasons: [{ kind: 'tooManyAlike', values: { alike, sureness: 0.9 } }],
    }
    expect(shown(pickables([a, b, c], [match(b, 0.2)], [need(null, undecided)]))).toEqual([
      ['a', 0.9],
      ['c', 0.9],
      ['b', 0.2],
    ])
    expect(shown(pickables([a, b], [match(a, 0.1)], [need('a', byPerson('a')), need('b', byModel('b'))]))).toEqual([
      ['b', 0.4],
      ['a', 0.1],
    ])
    // What the step has already comes first, however little it fits.
    expect(shown(pickables([a, b], [match(b, 0.9)], [need('a', byPerson('a'))]))).toEqual([
      ['a', null],
      ['b', 0.9],
    ])
  })

  it('are those that a step asks: no tool of Quarry, no library, no plugin without a tool', () => {
    const tools = [
      resource('own', { type: 'tool', origin: { kind: 'builtIn', path: null } }),
      resource('library', { type: 'knowledge_base' }),
      resource('hooks', { type: 'tool', flavour: 'plugin' }),
      resource('calls', { type: 'tool', flavour: 'plugin', capabilities: ['tool_call'] }),
    ]
    expect(shown(pickables(tools, [], []))).toEqual([['calls', null]])
  })
})

describe('picking resources for a step', () => {
  it('puts several in the place of one, keeps what was chosen already, and marks the rest as the person’s', () => {
    const before = [file, need('a', byModel('a'), 5)]
    expect(withPicked(before, 'database', picks('a', 'b'), [])).toEqual([
      file,
      need('a', byModel('a'), 5),
      need('b', byPerson('b'), 1),
    ])
    expect(pickedOf(before, 'database')).toEqual(new Map([['database:a', 'a']]))
  })

  it('needs of a resource no more than it has', () => {
    const before = [need(null, undefined, 5)]
    expect(withPicked(before, 'database', picks('a'), [member('a', 'sql_query', 8)])).toEqual([
      need('a', byPerson('a'), 5),
    ])
    expect(withPicked(before, 'database', picks('a'), [member('a', 'sql_query', 3)])).toEqual([
      need('a', byPerson('a'), 3),
    ])
    expect(withPicked(before, 'database', picks('a'), [member('a', 'data_analysis', 3)])).toEqual([
      { ...need('a', byPerson('a'), 1), capability: null },
    ])
  })

  it('takes any of the type, none of it, or the first of a type that the step did not need', () => {
    const before = [need('a', byPerson('a'), 4), file, need('b', byPerson('b'))]
    expect(withPicked(before, 'database', 'any', [])).toEqual([need(null, undefined, 4), file])
    expect(withPicked(before, 'database', [], [])).toEqual([file])
    expect(withPicked([file], 'database', picks('a'), [])).toEqual([file, need('a', byPerson('a'))])
  })

  it('has room for as many as a step can have', () => {
    expect(roomFor([file, need('a')], 'database')).toBe(mostNeeds - 1)
    const many = picks(...Array.from({ length: 12 }, (_, at) => String(at)))
    expect(withPicked([file], 'database', many, [])).toHaveLength(mostNeeds)
  })
})

it('a plan that is sent back brings the needs that a person changed, and no others', () => {
  const planned = [
    { id: 'a', requirements: [need('a')] },
    { id: 'b', requirements: [] },
  ] as unknown as StepView[]
  const draft = { title: '', query: '', dependsOn: [], skipped: false, type: 'research' as const, doneWhen: '' }
  const steps = [
    { ...draft, id: 'a', requirements: [] },
    { ...draft, id: 'b', requirements: [] },
    { ...draft, id: 'added', requirements: [need('a')] },
  ]
  expect(changedNeeds(planned, steps)).toEqual([{ stepId: 'a', requirements: [] }])
})
