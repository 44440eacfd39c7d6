import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SessionView, sessionView } from '../../../contract/session/session'
import { createSimilarityIndex, startInference } from '../../../main/inference'
import { createLibrary, type Library } from '../../../main/knowledge'
import { createReaderPool } from '../../../main/knowledge/reading'
import { createPool, type Pool } from '../../../main/pool'
import { createExtractiveEngine } from '../../../main/reasoning'
import { createRecall } from '../../../main/recall'
import { createCitationIndex, createResearch, type Research } from '../../../main/research'
import { createRecallTool } from '../../../main/tools'
import { boundless, describeResource, noDatabase, openFreshStore, type Store, whenView, workersDir } from './setting'

const root = join(import.meta.dirname, '../../..')
const projectId = 'default'

describe('a session on real files with the extractive engine', () => {
  const opened: { close(): Promise<void> | void }[] = []
  let store: Store
  let library: Library
  let pool: Pool
  let research: Research
  const keep = <Part extends { close(): Promise<void> | void }>(part: Part): Part => {
    opened.push(part)
    return part
  }

  beforeAll(async () => {
    store = keep(await openFreshStore())
    const { database } = store
    const inference = keep(
      await startInference({ modelDirectory: join(root, '.cache/models/quarry-use-lite-en'), workersDir, threads: 1 }),
    )
    const similarity = keep(
      await createSimilarityIndex({ database, inference, workersDir, projectId, maxBytes: 64 * 1024 * 1024 }),
    )
    const recall = keep(createRecall({ database, inference, similarity, projectId }))
    library = keep(
      createLibrary({
        database,
        readers: keep(createReaderPool({ workersDir })),
        inference,
        projectId,
        citations: createCitationIndex(database, projectId),
        onIndexChanged: () => {
          similarity.changed()
          recall.invalidate()
        },
        onBackgroundError: (error) => {
          throw error
        },
      }),
    )
    library.start()
    await library.add([join(root, 'samples')])
    await library.whenIdle()
    pool = keep(await createPool({ database, executors: 2 }))
    const engine = createExtractiveEngine({
      recall: (query, options) => recall.recall(query, options),
      embed: (texts, options) => inference.embed(texts, options),
      covers: (text) => inference.covers(text),
      readSources: (sourceIds, around, options) => recall.readSources(sourceIds, around, options),
      readSourceText: (sourceId) => library.extractedText(sourceId),
      librarySummary: () => library.summary(),
    })
    research = keep(
      createResearch({
        database,
        engine,
        pool,
        projectId,
        librarySummary: () => library.summary(),
        ...boundless,
        callLimits: async () => ({ ...(await boundless.callLimits()), roots: [tmpdir()] }),
        readResource: describeResource,
        select: noDatabase,
        results: { select: () => Promise.reject(new Error('No answer is asked here.')) },
        tools: [createRecallTool(recall)],
      }),
    )
  }, 180_000)
  afterAll(async () => {
    for (const part of opened.reverse()) await part.close()
  })

  it('writes a report whose every claim is supported, and cites what is there', async () => {
    const id = await research.start({
      question: 'How well do heat pumps work in cold climates?',
      settings: { clarify: false, autoAccept: true },
    })
    const view = await research.whenSettled(id)
    expect(view).toMatchObject({ state: 'done', error: null })
    expect(sessionView.parse(view)).toEqual(view)
    const report = view.report!
    expect(report.claims).toBeGreaterThan(2)
    expect(report.supported).toBe(report.claims)
    for (const { citedText, place, state } of report.citations) {
      expect(state).toBe('present')
      if (place.kind !== 'source') throw new Error('Only sources were asked.')
      const text = await library.extractedText(place.sourceId)
      expect(text?.slice(place.start, place.end)).toBe(citedText)
    }
    expect(view.plan?.steps.every(({ state }) => state === 'observed')).toBe(true)
    const reviewer = pool.view().members.find(({ type }) => type === 'reviewer')
    expect(reviewer).toMatchObject({ state: 'available', tasksDone: 1 })
  }, 120_000)

  it('cites nothing but the folder that a question is asked of, and the other one once the scope is another', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-scope-'))
    const [north, south] = [join(folder, 'north'), join(folder, 'south')]
    const saying = {
      [north]: 'The Ostrava pilot line shut down in 2019.',
      [south]: 'The Ostrava pilot line shut down in 2021.',
    }
    for (const [path, text] of Object.entries(saying)) {
      await mkdir(path)
      await writeFile(join(path, 'line.md'), `# Pilot line\n\n${text}\n`)
    }
    await library.add([folder])
    await library.whenIdle()
    const only = (path: string) => ({ folders: [path], sourceIds: [], resourceIds: [] })
    const question = 'When did the Ostrava pilot line shut down?'
    const cited = ({ report }: SessionView) => new Set(report?.citations.map(({ citedText }) => citedText))
    const id = await research.start({ question, settings: { clarify: false, autoAccept: true, scope: only(north) } })
    const first = await research.whenSettled(id)
    expect(cited(first)).toEqual(new Set([saying[north]]))
    expect(first.investigation?.hits.map(({ text }) => text)).toEqual([expect.stringContaining(saying[north]!)])
    expect(first.investigation?.passagesSearched).toBe(1)
    await research.setScope(id, only(south))
    await research.followUp(id, { question, mode: 'quick' })
    expect(cited(await research.whenSettled(id))).toEqual(new Set([saying[south]]))
    await research.setScope(id, null)
    await research.update(id)
    expect(cited(await research.whenSettled(id))).toEqual(new Set(Object.values(saying)))
    // In another folder there is nothing: that is said, and nothing else is searched.
    const empty = await research.start({
      question,
      settings: { clarify: true, autoAccept: true, scope: only('/nowhere') },
    })
    expect(await research.whenSettled(empty)).toMatchObject({ state: 'blockedReview', error: { code: 'index.empty' } })
    await rm(folder, { recursive: true, force: true })
  }, 120_000)

  it('asks back where the question says nothing', async () => {
    const id = await research.start({ question: '???', settings: { clarify: true, autoAccept: true } })
    const asked = await whenView(research, id, ({ state }) => state === 'awaitingClarification')
    expect(asked.clarifications[0]).toMatchObject({ kind: 'emptyQuestion', answer: null })
    await research.answer(id, 'What does a heat pump cost to run?')
    const view = await research.whenSettled(id)
    expect(view.state).toBe('done')
    expect(view.title).toBe('What does a heat pump cost to run?')
  }, 120_000)
})
