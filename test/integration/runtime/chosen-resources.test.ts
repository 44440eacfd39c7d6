import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { isClaim } from '../../../contract/report/report'
import type { PlanStepDraft, SessionState, StepRequirement } from '../../../contract/session/session'
import { runtimeOn } from '../../fixtures/runtime'

const patience = { timeout: 60_000, interval: 150 }
const question = 'What is the total amount of the sales by region?'

let work: string
let quarry: Awaited<ReturnType<typeof start>>
/** Ids of the databases by the year of their sales. */
let ids: Map<string, string>

const start = () => runtimeOn(join(work, 'data'))
let call: Awaited<ReturnType<typeof start>>['connection']['call']

async function addSales(years: readonly number[]): Promise<void> {
  const paths = years.map((year) => join(work, `sales_${year}.csv`))
  for (const [at, path] of paths.entries())
    await writeFile(path, `region,amount\nNorth,${years[at]}\nSouth,${at + 1}\n`)
  await call('library.add', { paths })
  const list = async () =>
    (await call('resources.list', { type: 'database', status: 'ready', parentId: null, offset: 0, limit: 50 }))
      .resources
  await vi.waitUntil(async () => (await list()).length === ids.size + years.length, patience)
  ids = new Map((await list()).map(({ name, resourceId }) => [/\d{4}/.exec(name)?.[0] ?? '', resourceId]))
  await vi.waitUntil(async () => (await call('resources.summary')).vectorizing === null, patience)
}

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'quarry-chosen-'))
  ids = new Map()
  quarry = await start()
  call = quarry.connection.call
  await addSales([2023, 2024])
})
// What is chosen in one test is preferred in the next.
beforeEach(() => call('resources.forgetHistory', {}))
afterAll(async () => {
  await quarry.close()
  await rm(work, { recursive: true, force: true })
})

const viewOf = (sessionId: string) => call('session.view', { sessionId })
async function reach(sessionId: string, ...states: readonly SessionState[]) {
  await vi.waitUntil(async () => states.includes((await viewOf(sessionId)).state), patience)
  return viewOf(sessionId)
}
async function plan(asked = question) {
  const settings = { clarify: false, autoAccept: false }
  const { sessionId } = await call('session.start', { question: asked, settings })
  return { sessionId, steps: (await reach(sessionId, 'awaitingPlanReview')).plan!.steps }
}
const on = (year: string): StepRequirement => ({
  type: 'database',
  capability: 'sql_query',
  level: 1,
  resourceId: ids.get(year)!,
})
/** The plan's first step with these needs, and no other step. */
const only = ([first]: readonly PlanStepDraft[], ...requirements: StepRequirement[]): PlanStepDraft[] => [
  { ...first!, requirements },
]
async function citedYears(sessionId: string): Promise<string[]> {
  const { report } = await reach(sessionId, 'done', 'failed', 'blockedReview')
  const sentences = report?.sections.flatMap((section) => section.sentences) ?? []
  const cited = new Set(sentences.flatMap((one) => (isClaim(one) ? one.citations : [])))
  const places = report?.citations.flatMap(({ n, place }) => (cited.has(n) ? [place] : [])) ?? []
  return [...new Set(places.flatMap((place) => ('resourceName' in place ? [place.resourceName] : [])))]
    .map((name) => /\d{4}/.exec(name)?.[0] ?? name)
    .sort()
}

it('a plan says how surely and why each resource was chosen; two that a person leaves are both asked and cited', async () => {
  const { sessionId, steps } = await plan()
  expect(steps[0]?.requirements).toHaveLength(2)
  for (const { choice, resourceId } of steps[0]!.requirements) {
    expect([...ids.values()]).toContain(resourceId)
    expect(choice?.sureness).toBeGreaterThan(0.5)
    expect(choice?.reasons).toMatchObject([
      { kind: 'readsAsQuery', values: { reading: { kind: 'queryRead' } } },
      { kind: 'answersAlike', values: { others: 1 } },
    ])
  }
  // The list that a person picks from leaves no words of the session behind.
  const offered = { query: 'what a step asks for', maxResources: 50, types: ['database'], keep: false } as const
  expect((await call('resources.match', { ...offered, types: [...offered.types] })).matches.length).toBeGreaterThan(0)
  const { entries } = await call('resources.history', { limit: 200 })
  expect(entries.filter(({ query }) => query === offered.query)).toEqual([])
  await call('session.acceptPlan', { sessionId, steps })
  // Nothing was edited: it is the plan that was drafted.
  expect((await reach(sessionId, 'done')).plan?.version).toBe(1)
  expect(await citedYears(sessionId)).toEqual(['2023', '2024'])
})

it('of a question of two parts each is asked of what can answer it, and both stand in the summary', async () => {
  const manual = join(work, 'tides.md')
  await writeFile(manual, '# Tides\n\nTides form because the moon pulls the water of the sea towards it.\n')
  await call('library.add', { paths: [manual] })
  await vi.waitUntil(
    async () =>
      (await call('library.list', { offset: 0, limit: 20 })).sources.some(
        (one) => one.name === 'tides.md' && one.state === 'indexed',
      ),
    patience,
  )
  const { sessionId, steps } = await plan(
    'What is the total amount of the sales 2024 by region, and why do tides form?',
  )
  expect(steps[0]?.requirements).toMatchObject([
    { resourceId: ids.get('2024'), choice: { asked: 'What is the total amount of the sales 2024 by region?' } },
  ])
  expect(steps[1]).toMatchObject({ query: 'Why do tides form?', requirements: [] })
  await call('session.acceptPlan', { sessionId, steps })
  const { report } = await reach(sessionId, 'done')
  const told = report?.sections[0]?.sentences.flatMap((one) => (isClaim(one) ? [one.text] : []))
  expect(told?.[0]).toMatch(/North.*2024/)
  expect(told?.at(-1)).toMatch(/moon pulls the water/)
})

it('a person picks the second alone: it is marked as theirs, kept through a remark, and cited after a restart', async () => {
  const { sessionId, steps } = await plan()
  const needs = [{ stepId: steps[0]!.id, requirements: [on('2024')] }]
  const chosen = { kind: 'chosenByPerson', values: {} }
  await call('session.sendBackPlan', { sessionId, remark: 'Shorter, please.', needs })
  await vi.waitUntil(async () => (await viewOf(sessionId)).plan?.version === 2, patience)
  const second = await reach(sessionId, 'awaitingPlanReview')
  // That was planned: leaving the other out chooses nothing.
  const reasons = [{ kind: 'readsAsQuery' }, { kind: 'answersAlike' }]
  expect(second.plan?.steps[0]?.requirements).toMatchObject([{ resourceId: ids.get('2024'), choice: { reasons } }])
  const swapped = [{ stepId: second.plan!.steps[0]!.id, requirements: [on('2023')] }]
  await call('session.sendBackPlan', { sessionId, remark: 'Shorter still.', needs: swapped })
  await vi.waitUntil(async () => (await viewOf(sessionId)).plan?.version === 3, patience)
  const third = await reach(sessionId, 'awaitingPlanReview')
  const marked = { resourceId: ids.get('2023'), choice: { name: 'sales_2023', sureness: 1, reasons: [chosen] } }
  expect(third.plan?.steps[0]?.requirements).toMatchObject([marked])

  await quarry.close()
  quarry = await start()
  call = quarry.connection.call
  const { plan: kept } = await reach(sessionId, 'awaitingPlanReview')
  expect(kept?.steps[0]?.requirements).toMatchObject([marked])
  // What the remark is taken for besides finds nothing in these tables, and would be planned once more.
  await call('session.acceptPlan', { sessionId, steps: kept!.steps.slice(0, 1) })
  expect((await reach(sessionId, 'done')).plan?.steps[0]?.requirements).toMatchObject([marked])
  expect(await citedYears(sessionId)).toEqual(['2023'])
})

it('one that was proposed and taken out is not proposed again, and a deleted session leaves no preference', async () => {
  const first = await plan()
  const kept = first.steps[0]!.requirements
  expect(kept.map(({ resourceId }) => resourceId).toSorted()).toEqual([ids.get('2023'), ids.get('2024')].toSorted())
  await call('session.acceptPlan', { sessionId: first.sessionId, steps: only(first.steps, on('2024')) })
  await reach(first.sessionId, 'done')
  const second = await plan()
  expect(second.steps[0]?.requirements).toMatchObject([
    { resourceId: ids.get('2024'), choice: { reasons: [{ kind: 'preferredBefore' }, { kind: 'readsAsQuery' }] } },
  ])
  await call('session.remove', { sessionId: first.sessionId })
  const third = await plan()
  expect(third.steps[0]?.requirements).toHaveLength(2)
})

it('asks both where a person names both, and says which of them is gone by then', async () => {
  const { sessionId, steps } = await plan('What do we know of our regions?')
  const gone = { ...on('2023'), resourceId: 'database:gone' }
  await call('session.acceptPlan', { sessionId, steps: only(steps, on('2024'), on('2023')) })
  expect(await citedOrAsked(sessionId)).toEqual(['2023', '2024'])

  const other = await plan()
  await call('session.acceptPlan', { sessionId: other.sessionId, steps: only(other.steps, on('2024'), gone) })
  const blocked = await reach(other.sessionId, 'blockedReview')
  const reasons = [{ kind: 'chosenByPerson', values: {} }]
  expect(blocked.plan?.steps[0]?.requirements[1]?.choice).toEqual({ name: null, sureness: 1, reasons })
  const stepId = blocked.plan!.steps[0]!.id
  const requirements = [on('2024')]
  await call('session.amendStep', { sessionId: other.sessionId, stepId, change: { kind: 'require', requirements } })
  await call('session.resume', { sessionId: other.sessionId })
  expect(await citedYears(other.sessionId)).toEqual(['2024'])
})

/** Years of the databases that the steps of a session asked, whether or not they could answer. */
async function citedOrAsked(sessionId: string): Promise<string[]> {
  await reach(sessionId, 'done', 'failed')
  const { calls } = await call('calls.list', { filter: { sessionId }, offset: 0, limit: 50 })
  const byId = new Map([...ids].map(([year, id]) => [id, year]))
  return [...new Set(calls.flatMap(({ resourceId }) => byId.get(resourceId ?? '') ?? []))].sort()
}

it('of more than four that fit alike none is asked until a person picks, and then those', async () => {
  await addSales([2020, 2021, 2022])
  const { sessionId, steps } = await plan()
  const [open] = steps[0]!.requirements
  expect(steps[0]?.requirements).toEqual([
    { type: 'database', capability: 'sql_query', level: 1, resourceId: null, choice: open?.choice },
  ])
  const alike = [...ids].map(([year, resourceId]) => ({ resourceId, name: `sales_${year}` }))
  expect(open?.choice).toMatchObject({
    name: null,
    sureness: null,
    reasons: [{ kind: 'tooManyAlike', values: { alike: expect.arrayContaining(alike) } }],
  })
  await call('session.acceptPlan', { sessionId, steps })
  expect(await citedOrAsked(sessionId)).toEqual([])
  const picked = await plan()
  await call('session.acceptPlan', { sessionId: picked.sessionId, steps: only(picked.steps, on('2020'), on('2022')) })
  expect(await citedYears(picked.sessionId)).toEqual(['2020', '2022'])

  // Asked much the same again, what was picked is asked, and says why.
  const again = await plan('What is the total amount of sales by each region?')
  const because = { kind: 'preferredBefore', values: { question } }
  const needed = again.steps[0]!.requirements
  expect(needed.map(({ resourceId }) => resourceId).toSorted()).toEqual([ids.get('2020'), ids.get('2022')].toSorted())
  for (const { choice } of needed) expect(choice).toMatchObject({ reasons: [because] })
  const { entries } = await call('resources.history', { limit: 200 })
  const said = entries.filter(({ feedback }) => feedback === 'helpful')
  expect(said.map(({ query, selected }) => [query, selected]).toSorted()).toEqual(
    needed.map(({ resourceId }) => [question, resourceId]).toSorted(),
  )
  // Of another question nothing was said.
  const other = await plan('What is the highest amount?')
  expect(other.steps[0]?.requirements[0]?.choice?.reasons[0]?.kind).not.toBe('preferredBefore')

  await call('resources.forgetHistory', {})
  expect((await plan()).steps[0]?.requirements).toMatchObject([{ resourceId: null }])
})
