import { expect, it } from 'vitest'
import { withResources } from '../../../main/research/roles/step-resources'

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
