import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { StepRequirement } from '../../../contract/session/session'
import { runtimePaths } from '../../../main/system/paths'
import { templateDirectory } from '../../prepared-store'

const patience = { timeout: 60_000, interval: 150 }

it('a session that is removed takes its sentences out of the match history and out of what was learned', async () => {
  const work = await mkdtemp(join(tmpdir(), 'quarry-sentences-'))
  const { startRuntime } = await import('../../../main/runtime')
  const paths = { ...runtimePaths(resolve('.'), join(work, 'data')), template: templateDirectory }
  const background: unknown[] = []
  const start = () =>
    startRuntime({ paths, onBackgroundError: (error) => background.push(error), resumeSessions: false })
  let quarry = await start()
  onTestFinished(async () => {
    await quarry.close()
    await rm(work, { recursive: true, force: true })
  })
  let { call } = quarry.connection

  const file = join(work, 'harvest.csv')
  await writeFile(file, 'island,crop,tons\nPemba,cloves,812\nUnguja,cloves,304\nMafia,copra,97\n')
  await call('library.add', { paths: [file] })
  await vi.waitUntil(async () => (await call('library.summary')).passages > 0, patience)
  await vi.waitUntil(async () => (await call('resources.summary')).vectorizing === null, patience)
  const { resources } = await call('resources.list', { type: 'database', offset: 0, limit: 10 })
  const { resourceId, status } = resources[0]!
  expect(status).toBe('ready')

  /** Runs a session of one step for each need, all of them about what is said. */
  async function research(said: string, ...resourceIds: (string | null)[]): Promise<string> {
    const settings = { clarify: false, autoAccept: false }
    const { sessionId } = await call('session.start', { question: `${said}: what is known of it?`, settings })
    await vi.waitUntil(async () => (await call('session.view', { sessionId })).state === 'awaitingPlanReview', patience)
    const steps = resourceIds.map((id, at) => {
      const requirement: StepRequirement = { type: 'database', capability: 'sql_query', level: 1, resourceId: id }
      const query = `${said} ${at}`
      return {
        id: `step${at}`,
        title: `Part ${at}`,
        query,
        dependsOn: [],
        skipped: false,
        type: 'research' as const,
        doneWhen: '',
        requirements: [requirement],
      }
    })
    await call('session.acceptPlan', { sessionId, steps })
    await vi.waitUntil(async () => (await call('session.view', { sessionId })).state === 'done', patience)
    return sessionId
  }
  const sentences = async (): Promise<string[]> =>
    (await call('resources.history', { limit: 200 })).entries.map(({ query }) => query)
  /** What of earlier sentences is the reason for an answer. */
  const reasonOf = async (query: string): Promise<string> => {
    const { matches } = await call('resources.match', { query, maxResources: 5, types: ['database'] })
    return matches.map(({ reasons }) => reasons.history?.query ?? '').join()
  }

  /** Confirms what the matcher was asked on behalf of a session. */
  async function confirm(said: string): Promise<void> {
    const { entries } = await call('resources.history', { limit: 200 })
    const { matchId } = entries.find(({ query }) => query.includes(said))!
    await call('resources.feedback', { matchId, resourceId, feedback: 'helpful' })
  }

  const removed = await research('zanzibar cloves shipped by dhow', resourceId, null)
  const kept = await research('grapes pressed in the valley', null)
  expect(await sentences()).toEqual([
    'Part 0. grapes pressed in the valley 0',
    'Part 1. zanzibar cloves shipped by dhow 1',
    // The person chose the database for it.
    'zanzibar cloves shipped by dhow: what is known of it?',
  ])
  // Steps held the database, and nothing was asked of it: what was learned is the choice alone.
  expect((await call('resources.summary')).learned).toBe(1)
  expect(await call('resources.get', { resourceId })).toMatchObject({ usageCount: 0, successRate: null })
  await confirm('zanzibar')
  await confirm('grapes')
  expect(await reasonOf('cloves shipped by dhow')).toMatch(/zanzibar cloves/)

  await call('session.remove', { sessionId: removed })
  expect((await sentences()).filter((sentence) => sentence.includes('zanzibar'))).toEqual([])
  expect(await reasonOf('cloves shipped by dhow')).not.toMatch(/zanzibar/)
  expect((await call('resources.summary')).learned).toBe(1)
  expect(await reasonOf('grapes pressed')).toMatch(/grapes pressed in the valley/)
  expect((await call('session.list', {})).map(({ id }) => id)).toEqual([kept])

  await quarry.close()
  quarry = await start()
  call = quarry.connection.call
  expect(await reasonOf('cloves shipped by dhow')).not.toMatch(/zanzibar/)
  expect((await sentences()).filter((sentence) => sentence.includes('zanzibar'))).toEqual([])
  expect(await reasonOf('grapes pressed')).toMatch(/grapes pressed in the valley/)
  expect(background).toEqual([])
}, 180_000)
