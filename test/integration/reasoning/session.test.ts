import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSimilarityIndex, type Inference, startInference } from '../../../main/inference'
import { createLibrary, type Library } from '../../../main/knowledge'
import { createReaderPool } from '../../../main/knowledge/reading'
import {
  type CallTool,
  createExtractiveEngine,
  createPassageSampler,
  type ReasoningEngine,
} from '../../../main/reasoning'
import { createRecall } from '../../../main/recall'
import { createCitationIndex } from '../../../main/research'
import { openStore, type Store } from '../../../main/store'
import { checkCitedness } from '../../bench/research/citedness'
import { callRecall } from '../../fixtures/call-recall'
import { templateDirectory } from '../../prepared-store'
import { chineseCity, slabs } from '../../unit/reasoning/documents'

const project = resolve(import.meta.dirname, '../../..')
const workersDir = join(project, 'out', 'workers')
const projectId = 'default'
const options = { signal: new AbortController().signal }

let folder: string
let store: Store
let library: Library
let inference: Inference
let engine: ReasoningEngine
let callTool: CallTool
const closing: { close(): Promise<void> | void }[] = []

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'quarry-reasoning-')))
  for (const { id, title, text } of [...slabs, ...chineseCity])
    await writeFile(join(folder, `${id}.md`), `# ${title}\n\n${text.replaceAll('\n', '\n\n')}\n`)
  store = await openStore({
    directory: join(folder, '.data'),
    workersDir,
    templateDirectory,
  })
  inference = await startInference({
    modelDirectory: join(project, '.cache/models/quarry-use-lite-en'),
    workersDir,
    threads: 1,
  })
  const readers = createReaderPool({ workersDir })
  const { database } = store
  const similarity = await createSimilarityIndex({ database, inference, workersDir, projectId, maxBytes: 1 << 24 })
  const recall = createRecall({ database, inference, similarity, projectId })
  library = createLibrary({
    database,
    readers,
    inference,
    projectId,
    citations: createCitationIndex(database, projectId),
    watch: false,
    onIndexChanged: () => {
      similarity.changed()
      recall.invalidate()
    },
    onBackgroundError: (error) => {
      throw error
    },
  })
  library.start()
  closing.push(library, recall, similarity, readers, inference, store)
  callTool = callRecall((query, more) => recall.recall(query, more))
  engine = createExtractiveEngine({
    recall: (query, more) => recall.recall(query, more),
    embed: (texts, more) => inference.embed(texts, more),
    covers: (text) => inference.covers(text),
    readSources: (sourceIds, around, options) => recall.readSources(sourceIds, around, options),
    readSourceText: (sourceId) => library.extractedText(sourceId),
    librarySummary: () => library.summary(),
    samplePassages: createPassageSampler({ database, projectId }),
  })
  await library.add([folder])
  await library.whenIdle()
})

afterAll(async () => {
  for (const part of closing) await part.close()
  await rm(folder, { recursive: true, force: true })
})

async function research(question: string) {
  const inquiry = { question, clarifications: [] }
  const investigation = await engine.investigate(inquiry, options)
  const planned = await engine.plan(
    { inquiry, investigation, previous: null, remark: null, gaps: [], finished: [] },
    options,
  )
  const steps = []
  for (const step of planned) {
    steps.push({
      step,
      findings: await engine.gatherEvidence({ inquiry, step, earlier: [], resources: [] }, { ...options, callTool }),
    })
  }
  return engine.verifyReport(await engine.writeReport({ inquiry, steps, partial: false }, options), options)
}

describe('the extractive engine on a real library', () => {
  it('samples passages over the library in a stable order', async () => {
    const sampler = createPassageSampler({ database: store.database, projectId })
    const few = await sampler(3, options)
    expect(few).toHaveLength(3)
    expect(await sampler(3, options)).toEqual(few)
    const all = await sampler(1000, options)
    expect(new Set(all.map((passage) => passage.sourceId)).size).toBe(slabs.length + chineseCity.length)
    expect(all[0]?.text.length).toBeGreaterThan(0)
  })

  it('writes a report whose every sentence is found again in its source', async () => {
    const report = await research('How is heat conduction in composite slabs solved, and how is contact measured?')
    expect(report.claims).toBeGreaterThan(1)
    expect(report.supported).toBe(report.claims)
    const checked = await checkCitedness(report, (sourceId) => library.extractedText(sourceId))
    expect(checked).toMatchObject({ claims: report.claims, supported: report.claims })
  })

  it('answers a Chinese question from Chinese material, found by words alone', async () => {
    const report = await research('乍都节公园位于什么地方？')
    expect(report.sections[0]?.sentences[0]).toMatchObject({ text: expect.stringContaining('曼谷') })
    expect(report.supported).toBe(report.claims)
  })

  it('suggests themes of the material for an empty question', async () => {
    const asked = await engine.assessQuestion({ question: 'tell me more', clarifications: [] }, options)
    expect(asked?.kind).toBe('emptyQuestion')
    expect(asked?.suggestions.length).toBeGreaterThan(0)
  })

  it('fails the check where an extract was corrupted after the report', async () => {
    const report = await research('How is heat conduction in composite slabs solved?')
    const first = report.citations[0]?.place
    const cited = first?.kind === 'source' ? first.sourceId : ''
    await store.database.query(
      `update extracts set text = replace(text, 'composite', 'compozite') where source_id = $1`,
      [cited],
    )
    const verified = await engine.verifyReport(report, options)
    expect(verified.supported).toBeLessThan(verified.claims)
    expect(verified.citations.find(({ place }) => place.kind === 'source' && place.sourceId === cited)?.state).toBe(
      'changed',
    )
    const checked = await checkCitedness(report, (sourceId) => library.extractedText(sourceId))
    expect(checked.supported).toBeLessThan(checked.claims)
  })
})
