import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { startInference } from '../../main/inference'
import { createLibrary, type PassageEncoder } from '../../main/knowledge'
import { createReaderPool } from '../../main/knowledge/reading'
import { createCitationIndex } from '../../main/research'
import { openStore } from '../../main/store'
import { watchedDatabase } from '../fixtures/watched-database'

/**
 * What ingest costs beyond embedding, and where it goes. One file per document, through the product's own library,
 * twice: with an encoder that answers at once (what is left is ingest's own), and with the built-in one, beside the
 * time in which that encoder alone embeds the same passages.
 *
 *   npm run bench -- ingest [--set COLLECTION.json] [--documents N] [--out FILE] [--without-model]
 */

/** Goals of the project's first issue. */
const goalMsPerPassage = 1
const goalLoopDelayMs = 50

interface Document {
  readonly id: string
  readonly title: string
  readonly text: string
}

interface Measured {
  readonly passages: number
  readonly wallMs: number
  /** Processor time of all threads: what a machine that does other things besides still tells truly. */
  readonly cpuMs: number
  /** Milliseconds per passage in which each part was busy; parts overlap, so they do not add up to the wall. */
  readonly busyMsPerPassage: Readonly<Record<'walk' | 'read' | 'embed' | 'write', number>>
  readonly loopDelayP99Ms: number
  readonly loopDelayMaxMs: number
  readonly transactions: number
  readonly texts: readonly string[]
}

const workersDir = resolve('out/workers')

export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      set: { type: 'string' },
      documents: { type: 'string' },
      out: { type: 'string' },
      model: { type: 'string', default: '.cache/models/quarry-use-lite-en' },
      'without-model': { type: 'boolean', default: false },
    },
  })
  const documents = await documentsOf(values.set, Number(values.documents ?? '1400'))
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
  try {
    const material = join(folder, 'material')
    await writeDocuments(material, documents)
    const own = await measure(material, join(folder, 'instant'), folder, instantEncoder)
    const figures: Record<string, number> = {
      documents: documents.length,
      passages: own.passages,
      msPerPassageBeyondEmbedding: own.wallMs / own.passages,
      cpuMsPerPassageBeyondEmbedding: own.cpuMs / own.passages,
      ...Object.fromEntries(Object.entries(own.busyMsPerPassage).map(([part, ms]) => [`${part}MsPerPassage`, ms])),
      passagesPerTransaction: own.passages / own.transactions,
      loopDelayP99Ms: own.loopDelayP99Ms,
      loopDelayMaxMs: own.loopDelayMaxMs,
    }
    if (!values['without-model']) {
      const inference = await startInference({ modelDirectory: resolve(values.model), workersDir })
      try {
        const whole = await measure(material, join(folder, 'encoded'), folder, inference)
        const alone = await timed(() => inference.embed([...own.texts], { priority: 'bulk' }))
        figures.withModelMsPerPassage = whole.wallMs / whole.passages
        figures.modelAloneMsPerPassage = alone / own.texts.length
        figures.withModelBeyondEmbeddingMsPerPassage = (whole.wallMs - alone) / whole.passages
        figures.withModelLoopDelayP99Ms = whole.loopDelayP99Ms
      } finally {
        await inference.close()
      }
    }
    const gates = {
      msPerPassageBeyondEmbedding: figures.msPerPassageBeyondEmbedding! <= goalMsPerPassage,
      loopDelayP99: Math.max(own.loopDelayP99Ms, figures.withModelLoopDelayP99Ms ?? 0) < goalLoopDelayMs,
    }
    console.table(Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(3))])))
    console.log(JSON.stringify({ benchmark: 'ingest', set: values.set ?? 'generated', figures, gates }))
    if (values.out !== undefined) await writeFile(values.out, JSON.stringify({ figures, gates }, null, 2))
    return Object.values(gates).every(Boolean) ? 0 : 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(
  material: string,
  directory: string,
  shared: string,
  encoder: PassageEncoder,
): Promise<Measured> {
  const store = await openStore({ directory, workersDir, templateDirectory: join(shared, 'template') })
  const readers = createReaderPool({ workersDir })
  const busy = { walk: 0, read: 0, embed: 0, write: 0 }
  const busyWhile = async <Value>(part: keyof typeof busy, work: () => Promise<Value>): Promise<Value> => {
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      busy[part] += performance.now() - startedAt
    }
  }
  // Files are read beside each other: reading is busy while any is being read.
  let reading = 0
  let transactions = 0
  let readingSince = 0
  const whileReading = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (reading++ === 0) readingSince = performance.now()
    try {
      return await work()
    } finally {
      if (--reading === 0) busy.read += performance.now() - readingSince
    }
  }
  const watchedReaders: typeof readers = {
    ...readers,
    read: (request) => whileReading(() => readers.read(request)),
    readTogether: (files, options) => whileReading(() => readers.readTogether(files, options)),
  }
  const database = watchedDatabase(store.database, {
    transaction: (work) => {
      transactions += 1
      return busyWhile('write', () => store.database.transaction(work))
    },
  })
  const library = createLibrary({
    database,
    readers: watchedReaders,
    inference: {
      model: encoder.model,
      embed: (texts, options) => busyWhile('embed', () => encoder.embed(texts, options)),
    },
    projectId: 'default',
    citations: createCitationIndex(database, 'default'),
    onBackgroundError: (error) => console.error(error),
  })
  try {
    library.start()
    await library.whenIdle()
    // The first file starts a reader's thread; that is the pool's start and not ingest.
    await readers.readText({ text: 'warm', name: 'warm.txt', mediaType: 'text' })
    const stopListening = library.subscribe(() => {})
    const delay = monitorEventLoopDelay({ resolution: 5 })
    const cpuBefore = process.cpuUsage()
    const startedAt = performance.now()
    delay.enable()
    await busyWhile('walk', () => library.add([material]))
    await library.whenIdle()
    const wallMs = performance.now() - startedAt
    const { user, system } = process.cpuUsage(cpuBefore)
    delay.disable()
    stopListening()
    const rows = await store.database.query<{ text: string }>(`select text from passages`)
    return {
      passages: rows.length,
      wallMs,
      cpuMs: (user + system) / 1000,
      busyMsPerPassage: Object.fromEntries(
        Object.entries(busy).map(([part, ms]) => [part, ms / rows.length]),
      ) as Measured['busyMsPerPassage'],
      // The monitor counts from its own resolution: what it adds to a timer is the delay.
      loopDelayP99Ms: Math.max(0, delay.percentile(99) / 1e6 - 5),
      loopDelayMaxMs: Math.max(0, delay.max / 1e6 - 5),
      transactions,
      texts: rows.map((row) => row.text),
    }
  } finally {
    await library.close()
    await readers.close()
    await store.close()
  }
}

/** Answers at once, so that what remains is ingest itself. */
const instantEncoder: PassageEncoder = {
  model: { id: 'instant', dimensions: 512, scripts: [] },
  async embed(texts) {
    return texts.map((text) => {
      const vector = new Float32Array(512)
      vector[text.length % 512] = 1
      return vector
    })
  },
}

async function documentsOf(set: string | undefined, count: number): Promise<Document[]> {
  if (set === undefined) return Array.from({ length: count }, (_, n) => generatedDocument(n))
  const { docs } = JSON.parse(await readFile(set, 'utf8')) as { docs: Document[] }
  return docs
}

/** About 170 words, as an abstract has; words by a linear congruential generator, so that runs are alike. */
function generatedDocument(n: number): Document {
  let state = (n * 2654435761 + 12345) >>> 0
  const word = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return syllables[state % syllables.length]! + syllables[(state >>> 8) % syllables.length]!
  }
  const sentence = () => `${Array.from({ length: 17 }, word).join(' ')}.`
  return { id: String(n), title: `${word()} ${word()} ${word()}`, text: Array.from({ length: 10 }, sentence).join(' ') }
}

const syllables = 'ba co di fu ge ha li mo ne pu ra so ti va wi ker lan mer nos tal'.split(' ')

async function writeDocuments(folder: string, documents: readonly Document[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { id, title, text } of documents) await writeFile(join(folder, `${id}.md`), `# ${title}\n\n${text}\n`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
