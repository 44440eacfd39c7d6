import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import sqlite from 'node-sqlite3-wasm'
import { expect, it, vi } from 'vitest'
import { claimsIn, type ReportView } from '../../../contract/report/report'
import { type Asked, type Reply, roleOf, startModelServer } from '../../fixtures/model-server'
import { runtimeOn } from '../../fixtures/runtime'
import { random } from '../../random'
import { quarry } from './quarry'

const kills = Number(process.env.QUARRY_KILLS ?? 2)
const seed = Number(process.env.QUARRY_SEED ?? Date.now() % 1_000_000)
const patience = { timeout: 60_000, interval: 150 }
const question = 'How many orders are there, and why do leaves fall in autumn?'

/** Thinks the same of the same: what it is asked twice it answers twice alike. */
function answer(asked: Asked): Reply {
  const shown = asked.messages.at(-1)!.content
  const [kept] = /^\[\d+\](?= .*orders_held)/m.exec(shown) ?? []
  switch (roleOf(asked)) {
    case 'plan':
      return {
        text: JSON.stringify({ steps: [{ title: 'Orders', query: 'leaves fall autumn', after: [], uses: [1] }] }),
      }
    case 'research':
      if (!shown.includes('recall {')) {
        return {
          calls: [
            ['recall', { query: 'maple branches snow' }],
            ['describe_table', {}],
          ],
        }
      }
      if (kept === undefined) return { calls: [['sql_query', { sql: 'select count(*) as orders_held from orders' }]] }
      return { calls: [['finish', { keep: [Number(kept.slice(1, -1)), 1] }]] }
    default:
      return {
        text: `Leaves fall in autumn because the tree seals their stalks with cork ${/^\[\d+\](?= .*cork)/m.exec(shown)?.[0]}.`,
      }
  }
}

const essenceOf = ({ sections, citations }: ReportView) => ({
  claims: claimsIn(sections).map(({ text, verdict }) => [text, verdict]),
  cited: citations.map(({ citedText }) => citedText),
})

/** Requests of one run of a process. */
type Run = readonly string[]

/** A turn that a kill cut off is asked again; what was asked before it, no more. */
function expectNoneRepeated(runs: readonly Run[]): void {
  for (const [at, run] of runs.entries()) {
    const earlier = new Set(runs.slice(0, at).flat())
    const cutOff = runs
      .slice(0, at)
      .findLast((one) => one.length > 0)
      ?.at(-1)
    expect(run.filter((turn) => earlier.has(turn) && turn !== cutOff)).toEqual([])
    expect(new Set(run).size).toBe(run.length)
  }
}

it('kill -9 at random moments of sessions with a language model: the same report, no turn and no call repeated', async () => {
  console.info(`seed ${seed}`)
  const work = await mkdtemp(join(tmpdir(), 'quarry-killed-model-'))
  const data = join(work, 'data')
  const served = await startModelServer(answer)
  const shop = new sqlite.Database(join(work, 'shop.sqlite'))
  shop.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, label TEXT); INSERT INTO orders (label) VALUES (1), (2)')
  shop.close()
  await writeFile(
    join(work, 'leaves.md'),
    '# Leaves\n\nLeaves fall in autumn because the tree seals their stalks with cork.\n',
  )
  await writeFile(
    join(work, 'winter.md'),
    '# Winter\n\nSnow would break the branches of a maple that kept its foliage.\n',
  )
  let runtime = await runtimeOn(data)
  let { call } = runtime.connection
  await call('library.add', { paths: ['leaves.md', 'winter.md', 'shop.sqlite'].map((name) => join(work, name)) })
  await call('resources.addText', { text: served.origin })
  await vi.waitUntil(async () => (await call('library.summary')).byState.indexed === 2, patience)
  await vi.waitUntil(async () => (await call('resources.summary')).byType.database === 1, patience)
  const [model] = await call('session.engines')
  const begin = async (): Promise<string> => {
    const settings = { clarify: false, autoAccept: true }
    const { sessionId } = await call('session.start', { question, mode: 'research', settings, engine: model!.engine })
    return sessionId
  }
  const viewOf = (sessionId: string) => call('session.view', { sessionId })
  const isDone = async (sessionId: string) => (await viewOf(sessionId)).state === 'done'
  const callsOf = async (sessionId: string) =>
    (await call('calls.list', { filter: { sessionId }, offset: 0, limit: 50 })).calls
      .map(({ tool, input, state }) => JSON.stringify([tool, input, state]))
      .sort()
  // The system prompt also holds what sessions before answered.
  const takeTurns = (): Run => served.asked.splice(0).map(({ messages }) => JSON.stringify(messages.slice(1)))
  const first = await begin()
  await vi.waitUntil(() => isDone(first), patience)
  const undisturbed = {
    turns: takeTurns(),
    report: essenceOf((await viewOf(first)).report!),
    calls: await callsOf(first),
  }

  const next = random(seed)
  const struckIn: Record<string, number> = {}
  let struck = 0
  while (struck < kills) {
    served.play(() => ({ stall: 'Hm' }))
    const disturbed = await begin()
    await vi.waitUntil(() => served.asked.length === 1, patience)
    await runtime.close()
    const runs: Run[] = [takeTurns()]
    served.play(answer)
    for (let isOver = false; !isOver; ) {
      const last = struck >= kills
      const turnsBefore = Math.floor(next() * 3)
      const delayMs = next() * (turnsBefore === 0 ? 2500 : 200)
      let hasEnded = false
      const { code } = await quarry(['--data', data, 'resume', disturbed], {
        onStart: (child) =>
          void (async () => {
            if (last) return
            while (served.asked.length < turnsBefore && !hasEnded) await pass(5)
            await pass(delayMs)
            child.kill('SIGKILL')
          })(),
      })
      hasEnded = true
      runs.push(takeTurns())
      runtime = await runtimeOn(data)
      call = runtime.connection.call
      const { state } = await viewOf(disturbed)
      isOver = state === 'done'
      if (code === null && !isOver) {
        struck += 1
        struckIn[state] = (struckIn[state] ?? 0) + 1
      }
      if (!isOver) await runtime.close()
    }
    expect(essenceOf((await viewOf(disturbed)).report!)).toEqual(undisturbed.report)
    expect(await callsOf(disturbed)).toEqual(undisturbed.calls)
    expectNoneRepeated(runs)
    expect(new Set(runs.flat())).toEqual(new Set(undisturbed.turns))
  }
  console.info(`${struck} kills, by where the session stood: ${JSON.stringify(struckIn)}`)
  await runtime.close()
  served.close()
  await rm(work, { recursive: true, force: true })
}, 1_800_000)
