import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SessionView, sessionState } from '../../../contract/session/session'
import type { Research } from '../../../main/research'
import { openStore, type Store } from '../../../main/store'
import { builtChild } from '../built-child'
import { executors, gapsOf, type Scenario, scenarios } from './crash-scenarios'
import { essenceOf, onceOnlyEvents, repeatedOnceOnlyEvents } from './rows'
import { type EngineCall, scriptedEngine } from './scripted-engine'
import { openSetting, type Setting, templateDirectory, workersDir } from './setting'

/** Runs the child until it says that every session stands where it shall, then kills it. Answers their ids. */
async function runUntilKilled(childFile: string, directory: string): Promise<string[]> {
  const child = spawn(process.execPath, [childFile, directory, workersDir, templateDirectory], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += String(chunk)
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
      if (output.endsWith('\n')) resolve()
    })
    child.once('exit', () => reject(new Error(`The child ended by itself: ${errors}`)))
  })
  child.kill('SIGKILL')
  await ended
  return JSON.parse(output) as string[]
}

async function act(research: Research, { act: kind }: Scenario, sessionId: string): Promise<void> {
  if (kind === 'answer') await research.answer(sessionId, 'The wings.')
  if (kind === 'retry') await research.retry(sessionId)
  if (kind === 'resume') await research.resume(sessionId)
  if (kind === 'accept') {
    const { plan } = await research.view(sessionId)
    await research.acceptPlan(
      sessionId,
      (plan?.steps ?? []).map(({ id, title, query, dependsOn, skipped, type, doneWhen, requirements }) => ({
        id,
        title,
        query,
        dependsOn,
        skipped,
        type,
        doneWhen,
        requirements,
      })),
    )
  }
}

describe('kill -9', () => {
  let directory = ''
  let store: Store
  let setting: Setting
  const calls: EngineCall[] = []
  const ids = new Map<string, string>()
  const before = new Map<string, SessionView>()
  let openAllocations: object[] = []
  let resumed: string[] = []

  beforeAll(async () => {
    const childFile = await builtChild('research/crash-child')
    directory = await mkdtemp(join(tmpdir(), 'quarry-kill-'))
    const started = await runUntilKilled(childFile, directory)
    for (const [index, { question }] of scenarios.entries()) ids.set(question, started[index] ?? '')

    store = await openStore({ directory, workersDir, templateDirectory })
    const engine = scriptedEngine({ gaps: gapsOf, before: (call) => void calls.push(call) })
    setting = await openSetting(store.database, engine, { executors })
    for (const [question, id] of ids) before.set(question, await setting.research.view(id))
    openAllocations = await store.database.query('select 1 from allocations where ended_at is null')
    resumed = await setting.research.resumeAll()
  }, 180_000)
  afterAll(async () => {
    await setting?.close()
    await store?.close()
    await rm(directory, { recursive: true, force: true })
  })

  it('is tried in every state', () => {
    expect([...new Set(scenarios.map(({ state }) => state))].sort()).toEqual([...sessionState.options].sort())
  })

  it('leaves no member of the pool held', () => {
    expect(openAllocations).toEqual([])
  })

  it.each(scenarios.map((scenario) => [scenario.question, scenario] as const))(
    'loses nothing and does nothing twice: %s',
    async (question, scenario) => {
      const { research } = setting
      const id = ids.get(question) ?? ''
      expect(before.get(question)?.state).toBe(scenario.state)
      expect(resumed.includes(id)).toBe(scenario.act === undefined && scenario.state !== 'done')
      await act(research, scenario, id)
      const after = await research.whenSettled(id)
      expect(after.state).toBe(scenario.ends)
      const made = calls
        .filter((call) => call.question === question)
        .map(({ method, detail }) => `${method} ${detail}`.trim())
      expect(made.sort()).toEqual(scenario.callsLeft)
      if (scenario.gaps === undefined) expect(await repeatedOnceOnlyEvents(store.database, id)).toEqual([])
      if (scenario.ends === 'stopped') {
        expect(after.report).toMatchObject({ partial: true })
        expect(after.report?.supported).toBe(after.report?.claims)
        return
      }
      // Its rows are those of a session that nothing interrupted.
      const twin = await research.start({ question, settings: { clarify: false, autoAccept: true } })
      await research.whenSettled(twin)
      if (scenario.gaps !== undefined) {
        expect(await onceOnlyEvents(store.database, id)).toEqual(await onceOnlyEvents(store.database, twin))
      }
      const settings = { settings: null }
      const [actual, expected] = [await essenceOf(store.database, id), await essenceOf(store.database, twin)]
      expect({ ...actual, session: { ...actual.session, ...settings } }).toEqual({
        ...expected,
        session: { ...expected.session, ...settings },
      })
    },
  )
})
