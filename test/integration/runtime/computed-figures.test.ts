import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { expect, it, vi } from 'vitest'
import { claimsIn } from '../../../contract/report/report'
import { blocksOf } from '../../../contract/report/report-blocks'
import { chartOfRows } from '../../../contract/report/report-rows'
import type { AskMode } from '../../../contract/session/session'
import { openQuarry } from '../../fixtures/runtime'

const patience = { timeout: 60_000, interval: 150 }

it('figures that no query gives are computed in the sandbox, cite query and computation, and are computed again', async () => {
  const { work, call } = await openQuarry('computed')
  const path = join(work, 'shop.sqlite')
  const change = (sql: string): void => {
    const database = new sqlite.Database(path)
    database.exec(sql)
    database.close()
  }
  change(`CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT, category TEXT, price REAL, stock INTEGER);
    INSERT INTO products VALUES (1,'Lamp','light',30,40),(2,'Bulb','light',4,90),(3,'Chair','seat',80,12),(4,'Sofa','seat',900,2),
      (5,'Stool','seat',45,20),(6,'Desk','table',300,5);`)
  await call('library.add', { paths: [path] })
  await vi.waitUntil(async () => (await call('resources.summary')).byType.database === 1, patience)
  await vi.waitUntil(
    async () => (await call('resources.list', { type: 'database', status: 'ready', offset: 0, limit: 5 })).total === 1,
    patience,
  )

  async function ask(question: string, mode: AskMode = 'quick') {
    const settings = { clarify: false, autoAccept: true }
    const { sessionId } = await call('session.start', { question, mode, settings })
    await vi.waitUntil(
      async () => ['done', 'failed'].includes((await call('session.view', { sessionId })).state),
      patience,
    )
    const { report } = await call('session.view', { sessionId })
    const summary = report!.sections[0]!
    const calls = (await call('calls.list', { filter: { sessionId }, offset: 0, limit: 50 })).calls
    return { sessionId, report: report!, summary, said: claimsIn([summary]).map(({ text }) => text), calls }
  }

  const median = await ask('What is the median price of the products?')
  expect(median.said).toEqual(['The median of price is 62.5, of 6 values.'])
  const [claim] = claimsIn([median.summary])
  expect(claim).toMatchObject({ verdict: 'supported', citations: [1, 2] })
  const [computed, queried] = median.report.citations.map(({ place }) => place)
  expect(computed).toMatchObject({
    kind: 'call',
    operation: 'compute',
    resourceName: 'shop',
    value: { table: { rows: [[62.5, 6]] }, inputs: [{ name: 'rows', size: 6, columns: ['price'] }] },
  })
  expect(queried).toMatchObject({ kind: 'query', totalRows: 6, row: null })
  expect(median.calls.find(({ tool }) => tool === 'compute')).toMatchObject({
    state: 'done',
    decision: 'allow',
    tier: 'L2',
  })

  const { sessionId } = median
  const again = async () => call('session.rerun', { sessionId, place: computed as never })
  expect(await again()).toMatchObject({ kind: 'same' })
  change(`INSERT INTO products VALUES (7,'Bed','seat',700,1)`)
  expect(await again()).toMatchObject({ kind: 'different', place: { value: { table: { rows: [[80, 7]] } } } })

  // In research it is a step of the plan: the first one asks for the rows, and the coder calculates with them.
  const planned = await ask('What is the median price of the products?', 'research')
  const { plan, report: researched } = await call('session.view', { sessionId: planned.sessionId })
  const calculation = plan!.steps.find(({ type }) => type === 'processing')!
  expect(calculation).toMatchObject({
    title: 'Calculation',
    dependsOn: [plan!.steps[0]!.id],
    state: 'observed',
    check: { brought: 'figure', isMet: true },
  })
  expect(plan!.steps[0]).toMatchObject({ type: 'research', check: { brought: 'answer', isMet: true } })
  expect(planned.said).toEqual(['The median of price is 80, of 7 values.'])
  expect(claimsIn([planned.summary])[0]).toMatchObject({ verdict: 'supported', citations: [1, 2] })
  expect(researched!.citations.map(({ place }) => place.kind)).toEqual(['call', 'query'])
  // What the first step left to the calculation it did not miss.
  const empty = researched!.sections.flatMap(({ sentences }) =>
    sentences.flatMap((one) => ('fact' in one && one.fact.kind === 'stepEmpty' ? one.fact.values.title : [])),
  )
  expect(empty).not.toContain(plan!.steps[0]!.title)
  const tools = planned.calls.filter(({ state }) => state === 'done').map(({ tool }) => tool)
  expect(tools.filter((tool) => tool === 'compute')).toHaveLength(1)
  // The same steps again: the rows are asked for anew.
  await call('session.update', { sessionId: planned.sessionId })
  await vi.waitUntil(
    async () => (await call('session.view', { sessionId: planned.sessionId })).state === 'done',
    patience,
  )
  expect(claimsIn((await call('session.view', { sessionId: planned.sessionId })).report!.sections)[0]?.text).toBe(
    'The median of price is 80, of 7 values.',
  )

  // The calculation alone once more: the step with the rows stays as it was, in the plan before.
  const { plan: updated } = await call('session.view', { sessionId: planned.sessionId })
  const redoing = { sessionId: planned.sessionId, redo: { stepId: calculation.id, query: calculation.query } }
  await call('session.update', redoing)
  await vi.waitUntil(async () => {
    const { state, plan: now } = await call('session.view', { sessionId: planned.sessionId })
    return state === 'done' && now!.version > updated!.version
  }, patience)
  const { plan: redone } = await call('session.view', { sessionId: planned.sessionId })
  expect(redone!.steps.at(-1)).toMatchObject({ type: 'processing', check: { brought: 'figure', isMet: true } })

  // A branch from before the calculation calculates with the copies of the calls.
  const from = { sessionId: planned.sessionId, checkpointId: 'plan-1-step-1', mode: 'continue' } as const
  const branch = await call('session.branch', from)
  await vi.waitUntil(async () => (await call('session.view', branch)).state === 'done', patience)
  expect((await call('session.view', branch)).plan!.steps.at(-1)).toMatchObject({ check: { brought: 'figure' } })
  await call('session.remove', branch)

  const byCategory = await ask('What is the median price of the products per category?')
  const [block] = blocksOf(byCategory.summary, byCategory.report.citations)
  expect(block).toMatchObject({
    kind: 'rows',
    columns: ['category', 'values', 'median of price'],
    rows: [{ cells: ['seat', 4, 390] }, { cells: ['table', 1, 300] }, { cells: ['light', 2, 17] }],
  })
  expect(block?.kind === 'rows' && chartOfRows(block)).toMatchObject({ kind: 'bars', value: 'median of price' })

  expect((await ask('产品价格和库存的相关系数是多少？')).said).toEqual([
    expect.stringContaining('price 与 stock 的相关系数为 -0.6'),
  ])
  change(`UPDATE products SET stock = NULL WHERE id > 2`)
  const tooFew = await ask('What is the correlation between price and stock of the products?')
  expect(JSON.stringify(tooFew.report.sections)).toContain('At least 3 pairs of numbers are needed')

  const { resourceId } = (await call('resources.list', { type: 'database', offset: 0, limit: 5 })).resources[0]!
  // The last one cites nothing, as nothing was computed.
  expect(await call('resources.previewRemoval', { resourceId })).toEqual({ citingReports: 4 })

  // Nobody can be sure which column is meant: there are no rows to compute with.
  const asking = { question: 'What is the median value of the customers?', basis: true }
  const unsure = await call('tools.call', { tool: 'sql_query', resourceId, input: asking })
  expect(unsure).toMatchObject({ kind: 'done', output: { statement: null, rows: [] } })

  const compute = (code: string) => call('tools.call', { tool: 'compute', resourceId: null, input: { code } })
  // Inside the engine nothing interrupts this: the process ends, and the next computation has another.
  const endless =
    'const many = Number.MAX_SAFE_INTEGER; [].concat.call({ length: many, [Symbol.isConcatSpreadable]: true })'
  await expect(compute(endless)).rejects.toMatchObject({ code: 'tool.codeFailed', context: { reason: 'time' } })
  expect(await compute('stats.median([1, 2, 6])')).toMatchObject({ output: { table: { rows: [[2]] } } })
  expect(await compute('require("fs").readFileSync("/etc/passwd")')).toMatchObject({ kind: 'stopped' })
}, 180_000)
