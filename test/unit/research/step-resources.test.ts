import { expect, it } from 'vitest'
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

const read = (resourceId: string) => ({
  ...database(resourceId),
  choice: { name: resourceId, sureness: 0.9, reasons: [] },
})
/** Two parts of a question, and a step that waits for both. */
const parts = () =>
  [
    {
      ...step,
      origin: 'question',
      title: 'Which site sold the most?',
      query: 'Which site sold the most',
      requirements: [],
    },
    {
      ...{ ...step, origin: 'question', id: 'b', title: 'How does a heat pump work?', requirements: [] },
      query: 'how does a heat pump work site sold',
    },
    {
      ...step,
      origin: 'question',
      id: 'c',
      title: 'Where the sources differ',
      dependsOn: ['a', 'b'],
      requirements: [],
    },
  ] as unknown as Parameters<typeof withPartsAsked>[0]

it('has each part of a question ask what can answer it, and the others in their own words', async () => {
  const asked: string[] = []
  const steps = await withPartsAsked(parts(), async (part) => {
    asked.push(part)
    return part.startsWith('Which') ? [read('shop')] : []
  })
  expect(asked).toEqual(['Which site sold the most?', 'How does a heat pump work?'])
  expect(steps).toMatchObject([
    {
      query: 'Which site sold the most',
      requirements: [{ resourceId: 'shop', choice: { asked: 'Which site sold the most?', sureness: 0.9 } }],
    },
    { query: 'How does a heat pump work?', requirements: [] },
    { query: step.query, requirements: [] },
  ])
})

it('leaves a part that refers to the other as it is planned', async () => {
  const [first, second, third] = parts()
  const referring = { ...second!, title: 'Why is it so?', query: 'why is it so site sold most' }
  const steps = await withPartsAsked([first!, referring, third!], async (part) =>
    part.startsWith('Which') ? [read('shop')] : [],
  )
  expect(steps?.[1]).toMatchObject({ query: 'why is it so site sold most', requirements: [] })
})

it('leaves a question of one part, and one of which no part can be asked, as they are', async () => {
  const [first, , third] = parts()
  expect(await withPartsAsked([first!, third!], async () => [read('shop')])).toBeNull()
  expect(await withPartsAsked(parts(), async () => [])).toBeNull()
})
