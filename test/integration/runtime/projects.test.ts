import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Connection } from '../../../main/api'
import { createProjects } from '../../../main/projects'
import { tablesOfProject } from '../../../main/projects/removal'
import type { RunningQuarry } from '../../../main/runtime'
import { openStore } from '../../../main/store'
import { runtimePaths } from '../../../main/system/paths'
import { templateDirectory } from '../../prepared-store'

const patience = { timeout: 120_000, interval: 150 }
const paging = { offset: 0, limit: 100 }

async function library() {
  const work = await mkdtemp(join(tmpdir(), 'quarry-projects-'))
  const { startRuntime } = await import('../../../main/runtime')
  const paths = { ...runtimePaths(resolve('.'), join(work, 'data')), template: templateDirectory }
  const background: unknown[] = []
  let running: RunningQuarry | null = null
  const start = async (): Promise<Connection> => {
    running = await startRuntime({ paths, onBackgroundError: (error) => background.push(error), resumeSessions: false })
    return running.connection
  }
  const stop = async (): Promise<void> => {
    await running?.close()
    running = null
  }
  onTestFinished(async () => {
    await stop()
    await rm(work, { recursive: true, force: true })
  })
  return { work, paths, background, start, stop }
}

async function settled({ call }: Connection): Promise<void> {
  await vi.waitUntil(async () => {
    const { byState } = await call('library.summary')
    return byState.queued + byState.reading + byState.embedding === 0
  }, patience)
  await vi.waitUntil(async () => (await call('resources.summary')).vectorizing === null, patience)
}

async function holdings({ call }: Connection) {
  const { sources } = await call('library.list', paging)
  const { resources } = await call('resources.list', paging)
  const { passages } = await call('library.summary')
  const { hits } = await call('recall.search', { query: 'How many tons of cloves did Pemba export?' })
  return {
    sources: sources.map(({ id, name, state }) => ({ id, name, state })),
    passages,
    resources: resources.map(({ resourceId, status }) => `${resourceId} ${status}`),
    hits: hits.map(({ passageId }) => passageId),
    sessions: (await call('session.list', {})).map(({ id, state }) => ({ id, state })),
    matches: (await call('resources.history', { limit: 100 })).entries.length,
  }
}

it('keeps two projects with the same files and resources apart, and moves a source between them', async () => {
  const { work, paths, background, start, stop } = await library()
  const folder = join(work, 'trade')
  await mkdir(folder)
  await writeFile(join(folder, 'cloves.md'), '# Cloves\n\nPemba exported 812 tons of cloves in 1911.\n')
  await writeFile(join(folder, 'copra.md'), '# Copra\n\nMafia exported 97 tons of copra in 1911.\n')
  await writeFile(join(folder, 'harvest.csv'), 'island,crop,tons\nPemba,cloves,812\nMafia,copra,97\n')

  let first = await start()
  const { id: otherId } = await first.call('project.create', { name: 'Other' })
  await expect(first.call('project.create', { name: 'other' })).rejects.toMatchObject({ code: 'project.nameTaken' })
  await expect(first.inProject('nobody').call('library.summary')).rejects.toMatchObject({ code: 'project.notFound' })
  let other = first.inProject(otherId)
  for (const project of [first, other]) {
    await project.call('library.add', { paths: [folder, join(folder, 'harvest.csv')] })
    await settled(project)
  }
  const before = await holdings(first)
  const beside = await holdings(other)
  expect(before.sources).toHaveLength(3)
  expect(beside.sources.map(({ name }) => name)).toEqual(before.sources.map(({ name }) => name))
  expect(beside.hits).toHaveLength(before.hits.length)
  expect(beside.hits.filter((id) => before.hits.includes(id))).toEqual([])
  expect(beside.resources).toHaveLength(before.resources.length)
  expect(beside.resources.filter((id) => before.resources.includes(id))).toEqual([])

  // Research, a match, a setting, an exclusion and a switched-off resource of the other stay there.
  const { sessionId } = await other.call('session.start', {
    question: 'How many tons of cloves did Pemba export?',
    settings: { clarify: false, autoAccept: true },
  })
  await vi.waitUntil(async () => (await other.call('session.view', { sessionId })).state === 'done', patience)
  const { report } = await other.call('session.view', { sessionId })
  expect(report?.citations.length).toBeGreaterThan(0)
  await expect(first.call('session.view', { sessionId })).rejects.toMatchObject({ code: 'session.notFound' })
  await other.call('resources.match', { query: 'harvest of cloves' })
  await other.call('settings.set', { clarify: false, theme: 'dark', egress: 'local' })
  expect(await first.call('settings.get')).toMatchObject({ clarify: true, theme: 'dark', egress: 'offline' })
  expect(await other.call('settings.get')).toMatchObject({ egress: 'local' })
  const database = (await other.call('resources.list', { ...paging, type: 'database' })).resources[0]!
  await expect(first.call('resources.get', { resourceId: database.resourceId })).rejects.toMatchObject({
    code: 'resource.notFound',
  })
  await other.call('resources.setActive', { resourceId: database.resourceId, active: false })
  const copra = beside.sources.find(({ name }) => name === 'copra.md')!
  await expect(first.call('library.text', { sourceId: copra.id })).rejects.toMatchObject({ code: 'source.notFound' })
  await other.call('library.remove', { sourceIds: [copra.id] })
  await other.call('library.rescan')
  await first.call('library.rescan')
  await settled(first)
  expect(await holdings(first)).toEqual(before)
  expect((await holdings(other)).sources).toHaveLength(2)

  // Another model and another segmenter made the other's index: it is made anew, and the first is left alone.
  await stop()
  {
    const store = await openStore({
      directory: paths.data,
      workersDir: paths.workers,
      templateDirectory: paths.template,
    })
    await store.database.query(`insert into embedding_models (model, dimensions) values ('older', 512)`)
    await store.database.query(
      `update index_versions set value = 'older' where project_id = $1 and key <> 'model.batch'`,
      [otherId],
    )
    await store.database.query(
      `update passage_vectors set model = 'older' where passage_id in
         (select passage_id from passages where project_id = $1)`,
      [otherId],
    )
    await store.close()
  }
  first = await start()
  other = first.inProject(otherId)
  await vi.waitUntil(async () => (await other.call('recall.search', { query: 'cloves' })).hits.length > 0, patience)
  await settled(first)
  await vi.waitUntil(async () => (await holdings(first)).hits.length === before.hits.length, patience)
  expect(await holdings(first)).toEqual(before)

  // A source moves with all that was read of it; the report that cites it says so.
  const cloves = beside.sources.find(({ name }) => name === 'cloves.md')!
  expect(await other.call('project.moveSources', { sourceIds: [cloves.id], to: 'default' })).toEqual({
    moved: 0,
    alreadyThere: 1,
  })
  await first.call('library.remove', { sourceIds: [before.sources.find(({ name }) => name === 'cloves.md')!.id] })
  expect(
    (await first.call('recall.search', { query: 'cloves' })).hits.some(({ sourceName }) => sourceName === 'cloves.md'),
  ).toBe(false)
  expect(await other.call('project.moveSources', { sourceIds: [cloves.id], to: 'default' })).toEqual({
    moved: 1,
    alreadyThere: 0,
  })
  expect((await other.call('library.list', paging)).sources.map(({ name }) => name)).toEqual(['harvest.csv'])
  const moved = await first.call('library.text', { sourceId: cloves.id })
  expect(moved.source).toMatchObject({ state: 'indexed', root: folder })
  const found = await first.call('recall.search', { query: 'cloves of Pemba' })
  expect(found.hits.some(({ sourceId }) => sourceId === cloves.id)).toBe(true)
  await other.call('library.rescan')
  await settled(other)
  expect((await other.call('library.list', paging)).sources.map(({ name }) => name)).toEqual(['harvest.csv'])
  const finished = await other.call('session.view', { sessionId })
  const cited = finished.report?.citations ?? []
  const states = new Set(
    cited.filter(({ place }) => place.kind === 'source' && place.sourceId === cloves.id).map(({ state }) => state),
  )
  expect([...states]).toEqual(['moved'])

  // A further question: a version of its own, read by its number, and only in the session's own project.
  const further = { sessionId, question: 'How many tons of copra did Mafia export?' }
  await expect(first.call('session.followUp', further)).rejects.toMatchObject({ code: 'session.notFound' })
  await other.call('session.followUp', further)
  await expect(other.call('session.followUp', further)).rejects.toMatchObject({ code: 'session.wrongState' })
  await vi.waitUntil(async () => (await other.call('session.view', { sessionId })).state === 'done', patience)
  const answered = await other.call('session.view', { sessionId })
  expect(answered.reportVersions.map(({ version }) => version)).toEqual([1, 2])
  expect(answered.asked.at(-1)).toEqual({ text: further.question, typed: null, mode: 'research' })
  expect(await other.call('session.report', { sessionId, version: 1 })).toEqual(finished.report)
  expect(await other.call('session.report', { sessionId, version: 2 })).toEqual(answered.report)
  await expect(first.call('session.report', { sessionId, version: 1 })).rejects.toMatchObject({
    code: 'session.notFound',
  })
  await expect(other.call('session.report', { sessionId, version: 3 })).rejects.toMatchObject({
    code: 'export.failed',
  })
  expect(background).toEqual([])
})

/** By its channels: named anew, put away and back, and deleted, each of it seen in the list. */
async function archiveAndRemoveThird({ call, inProject }: Connection): Promise<void> {
  const listed = async () => (await call('project.list')).map(({ name, archived }) => [name, archived])
  const others = await listed()
  const { id: projectId } = await call('project.create', { name: 'Third' })
  await expect(call('project.rename', { projectId, name: ' doomed ' })).rejects.toMatchObject({
    code: 'project.nameTaken',
  })
  expect(await call('project.rename', { projectId, name: ' Fleet ' })).toMatchObject({ id: projectId, name: 'Fleet' })
  expect(await call('project.archive', { projectId, archived: true })).toMatchObject({ archived: true })
  expect(await listed()).toEqual(expect.arrayContaining([...others, ['Fleet', true]]))
  expect(await inProject(projectId).call('library.summary')).toMatchObject({ total: 0 })
  expect(await call('project.archive', { projectId, archived: false })).toMatchObject({ archived: false })
  await call('project.remove', { projectId })
  expect(await listed()).toEqual(others)
  for (const late of [
    () => inProject(projectId).call('library.summary'),
    () => call('project.rename', { projectId, name: 'Late' }),
    () => call('project.archive', { projectId, archived: true }),
    () => call('project.remove', { projectId }),
  ]) {
    await expect(late()).rejects.toMatchObject({ code: 'project.notFound' })
  }
}

it('removes all that a project holds, after a crash as well, and nothing of another', async () => {
  const { work, paths, background, start, stop } = await library()
  const file = join(work, 'note.md')
  await writeFile(file, '# Zanzibar\n\nZanzibar exports cloves.\n')
  let first = await start()
  await expect(first.call('project.remove', { projectId: 'default' })).rejects.toMatchObject({ code: 'project.last' })
  const { id } = await first.call('project.create', { name: 'Doomed' })
  let doomed = first.inProject(id)
  for (const project of [first, doomed]) {
    await project.call('library.add', { paths: [file] })
    await settled(project)
  }
  await doomed.call('session.start', { question: 'Doomed question?' })
  expect(await first.call('project.previewRemoval', { projectId: id })).toMatchObject({ sources: 1, sessions: 1 })
  const kept = await holdings(first)
  await archiveAndRemoveThird(first)
  await stop()

  // As if the process had died just after the removal was marked, with some rows gone.
  const openData = () =>
    openStore({ directory: paths.data, workersDir: paths.workers, templateDirectory: paths.template })
  let store = await openData()
  await store.database.query('update projects set removing_at = now() where project_id = $1', [id])
  await store.database.query('delete from passages where project_id = $1', [id])
  await store.close()
  first = await start()
  doomed = first.inProject(id)
  expect((await first.call('project.list')).map((project) => project.id)).toEqual(['default'])
  await expect(doomed.call('library.summary')).rejects.toMatchObject({ code: 'project.notFound' })
  // Ends while it is being removed, or after: the next one goes on either way.
  await stop()
  store = await openData()
  const done = async (): Promise<void> => undefined
  const projects = createProjects({
    database: store.database,
    running: async () => 0,
    closeProject: done,
    forget: done,
    onRemoved: done,
    release: done,
    onMoved: done,
    onBackgroundError: (error) => background.push(error),
  })
  await projects.resumeRemovals()
  await projects.settled()
  const scoped = await store.database.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where column_name = 'project_id' and table_schema = 'public' and table_name <> 'projects'
       and table_type = 'BASE TABLE' order by 1`,
  )
  expect(scoped.map(({ name }) => name)).toEqual([...tablesOfProject].sort())
  for (const { name } of scoped) {
    expect([name, await store.database.query(`select 1 from ${name} where project_id = $1`, [id])]).toEqual([name, []])
  }
  expect(await store.database.query('select project_id from projects')).toEqual([{ project_id: 'default' }])
  await store.close()
  first = await start()
  expect(await holdings(first)).toEqual(kept)
  expect(background).toEqual([])
})
