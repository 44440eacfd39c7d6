import { expect, it } from 'vitest'
import type { StepRequirement } from '../../../contract/session/session'
import { aspectsOf } from '../../../main/language'
import { withPartsAsked, withResources } from '../../../main/research/roles/step-resources'

const step = {
  id: 'a',
  title: 'Sales',
  query: 'What is the total amount?',
  dependsOn: [],
  skipped: false,
  type: 'research' as const,
  doneWhen: '',
}
const database = (resourceId: string) => ({ type: 'database', capability: 'sql_query', level: 1, resourceId }) as const
const planned = (requirements: unknown[]) =>
  [{ ...step, requirements }] as unknown as Parameters<typeof withResources>[0]

it('has the first step ask each of the databases that can answer alike', () => {
  const [first] = withResources(planned([]), [database('2023'), database('2024')])
  expect(first?.requirements).toEqual([database('2023'), database('2024')])
})

it('has them asked in the place of any database', () => {
  const [first] = withResources(planned([{ ...database('any'), resourceId: null }]), [database('2023')])
  expect(first?.requirements).toEqual([database('2023')])
})

it('leaves a step whose words name a database as it is', () => {
  const steps = planned([database('shop')])
  expect(withResources(steps, [database('2023'), database('2024')])).toEqual(steps)
  expect(withResources([], [database('2023')])).toEqual([])
})

const read = (resourceId: string) =>
  ({
    ...database(resourceId),
    choice: { name: resourceId, sureness: 0.9, reasons: [{ kind: 'readsAsQuery', values: {} }] },
  }) as unknown as StepRequirement
const asked = 'Which site sold the most, and how does a heat pump work?'
const referring = 'Which site sold the most, and when did it open?'
type Planned = Parameters<typeof withPartsAsked>[1]
/** The steps that rules plan for two parts of a question, and one that waits for both. */
const parts = (question: string): Planned =>
  [
    ...aspectsOf(question).map(({ title, query }, at) => ({ ...step, id: `${at}`, title, query, requirements: [] })),
    { ...step, id: 'c', title: 'Where the sources differ', query: question, dependsOn: ['0', '1'], requirements: [] },
  ] as unknown as Planned
const whichReads = async (part: string): Promise<readonly StepRequirement[]> =>
  part.startsWith('Which') ? [read('shop')] : []

it('has each part of a question ask what can answer it, and the others in their own words', async () => {
  const heard: string[] = []
  const steps = await withPartsAsked(asked, parts(asked), async (part) => {
    heard.push(part)
    return whichReads(part)
  })
  expect(heard).toEqual(['Which site sold the most?', 'How does a heat pump work?'])
  expect(parts(asked)[1]?.query).toContain('site')
  expect(steps).toMatchObject([
    { requirements: [{ resourceId: 'shop', choice: { asked: 'Which site sold the most?', sureness: 0.9 } }] },
    { query: 'How does a heat pump work?', requirements: [] },
    { query: asked, requirements: [] },
  ])
})

it('leaves a part that refers to the other as it is planned', async () => {
  const planned = parts(referring)
  const steps = await withPartsAsked(referring, planned, whichReads)
  expect(steps?.[0]?.requirements).toHaveLength(1)
  expect(steps?.[1]).toEqual(planned[1])
})

it('asks a part that refers to the other where that one was asked, and nowhere else', async () => {
  const said = 'Which pump was approved, and what does it cost?'
  const resourcesOf = async (first: readonly StepRequirement[]) => {
    const reads = async (part: string) => (part.startsWith('Which') ? first : [read('shop'), read('stock')])
    return (await withPartsAsked(said, parts(said), reads))?.[1]?.requirements.map(({ resourceId }) => resourceId)
  }
  expect(await resourcesOf([])).toBeUndefined()
  expect(await resourcesOf([read('shop')])).toEqual(['shop'])
})

it('leaves a question of one part, and one of which no part can be asked, as they are', async () => {
  expect(await withPartsAsked('Which site sold the most?', parts('Which site sold the most?'), whichReads)).toBeNull()
  expect(await withPartsAsked(asked, parts(asked), async () => [])).toBeNull()
  const preferred = { ...database('shop'), choice: { name: 'shop', sureness: null, reasons: [] } }
  expect(await withPartsAsked(asked, parts(asked), async () => [preferred])).toBeNull()
})

it('has what cannot answer a part say why, where another part is read', async () => {
  const nearest = {
    ...database('shop'),
    choice: { name: 'shop', sureness: null, reasons: [{ kind: 'comesNearest', values: {} }] },
  } as unknown as StepRequirement
  const declines = async (part: string) => (part.startsWith('Which') ? [read('shop')] : [nearest])
  const steps = await withPartsAsked(asked, parts(asked), declines)
  expect(steps?.[1]?.requirements).toMatchObject([{ choice: { asked: 'How does a heat pump work?' } }])
  expect(await withPartsAsked(asked, parts(asked), async () => [nearest])).toBeNull()
})

it('leaves what a model or a person worded, and steps that ask something already', async () => {
  const [first, second, third] = parts(asked)
  const worded = { ...second!, query: 'refrigerant cycle compressor' }
  expect((await withPartsAsked(asked, [first!, worded, third!], whichReads))?.[1]).toEqual(worded)
  const given = { ...second!, requirements: [database('other')] }
  expect((await withPartsAsked(asked, [first!, given, third!], whichReads))?.[1]).toEqual(given)
})
