import { access, constants, readFile, statfs } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import type { DoctorReport } from '../../contract/app'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { Inference } from '../inference'
import { inspectStore, type Store } from '../store'
import type { RuntimePaths } from './paths'

type Check = DoctorReport['checks'][number]

interface Examined {
  readonly paths: RuntimePaths
  readonly version: string
  /** Given where the runtime is open; the command alone looks at the files. */
  readonly store?: Store
  readonly inference?: Inference
}

/** Below this a library of some thousand documents does not fit, in bytes. */
const lowDiskBytes = 2 * 1024 ** 3

/** Looks at everything that Quarry needs and says what is there, what is missing, and how to get it. Changes nothing. */
export async function diagnose({ paths, version, store, inference }: Examined): Promise<DoctorReport> {
  const checks = await Promise.all([
    nodeCheck(),
    electronCheck(paths),
    modelCheck(paths, inference),
    databaseCheck(paths, store),
    threadsCheck(paths),
    diskCheck(paths),
    displayCheck(),
  ])
  return { version, checks: [{ name: 'quarry', status: 'ok', detail: version }, ...checks] }
}

async function nodeCheck(): Promise<Check> {
  const { node, electron, chrome, v8 } = process.versions
  const runtime = electron === undefined ? `Node ${node}` : `Electron ${electron} (Node ${node}, Chromium ${chrome})`
  return { name: 'runtime', status: 'ok', detail: `${runtime}, V8 ${v8}, ${process.platform} ${process.arch}` }
}

/** What set-up wrote of the Electron that it found. */
async function electronCheck(paths: RuntimePaths): Promise<Check> {
  try {
    const record = JSON.parse(await readFile(join(dirname(paths.template), 'electron.json'), 'utf8')) as {
      version?: string
      origin?: string
    }
    const detail = `Electron ${record.version} (${record.origin})`
    const facts = { version: String(record.version), origin: String(record.origin) }
    if (record.origin !== 'fallback') return { name: 'electron', status: 'ok', detail, finding: 'electron', facts }
    return {
      name: 'electron',
      status: 'warning',
      detail: `${detail}: its official download was not reachable`,
      finding: 'electronFallback',
      facts,
      remedy: 'It is tried again after a day, or at once by: node scripts/electron-runtime.mjs --retry',
    }
  } catch {
    return {
      name: 'electron',
      status: 'warning',
      detail: 'not set up: the window cannot open, commands work',
      finding: 'electronMissing',
      remedy: 'Run npm start once.',
    }
  }
}

async function modelCheck(paths: RuntimePaths, inference: Inference | undefined): Promise<Check> {
  try {
    const config = JSON.parse(await readFile(join(paths.model, 'config.json'), 'utf8')) as Record<string, unknown>
    await access(join(paths.model, 'model.onnx'), constants.R_OK)
    const id = inference?.model.id ?? config.model_id ?? config._name_or_path ?? 'model'
    const facts = { id: String(id), dimensions: inference?.model.dimensions ?? 512 }
    const detail = `${facts.id}, ${facts.dimensions} dimensions`
    return { name: 'model', status: 'ok', detail, finding: 'model', facts }
  } catch {
    return {
      name: 'model',
      status: 'missing',
      detail: 'the embedding model is not built',
      finding: 'modelMissing',
      remedy: 'Run npm start once, or: node scripts/setup.mjs',
    }
  }
}

async function databaseCheck(paths: RuntimePaths, store: Store | undefined): Promise<Check> {
  if (store !== undefined) {
    const facts = { schema: store.version, path: paths.data }
    const detail = `schema ${store.version}, open, in ${paths.data}`
    return { name: 'database', status: 'ok', detail, finding: 'databaseOpen', facts }
  }
  try {
    const { schema, holder } = inspectStore(paths.data)
    const open = holder === null ? '' : `, open in ${holder}`
    const detail = schema === null ? `none yet; it will be made in ${paths.data}` : `schema ${schema}, in ${paths.data}`
    return { name: 'database', status: 'ok', detail: `${detail}${open}` }
  } catch (error) {
    const { message, remedy } = toErrorShape(error)
    return {
      name: 'database',
      status: 'missing',
      detail: error instanceof QuarryError ? message : `${paths.data} cannot be read: ${message}`,
      remedy: remedy ?? 'Give yourself access to the folder, or choose another with --data.',
    }
  }
}

/** Files that threads run (docs/architecture.md). */
const workerNames = ['store', 'inference', 'readers', 'databases', 'documents', 'scan']

async function threadsCheck(paths: RuntimePaths): Promise<Check> {
  const missing: string[] = []
  for (const name of workerNames) {
    await access(join(paths.workers, `${name}.js`), constants.R_OK).catch(() => missing.push(name))
  }
  if (missing.length > 0) {
    const detail = `the code of these threads is not built: ${missing.join(', ')}`
    return {
      name: 'threads',
      status: 'missing',
      detail,
      finding: 'threadsMissing',
      facts: { names: missing.join(', ') },
      remedy: 'Run npm start once, or: npm run build',
    }
  }
  const memoryGiB = (totalmem() / 1024 ** 3).toFixed(1)
  const facts = { cores: availableParallelism(), memoryGiB, names: workerNames.join(', ') }
  const detail = `${facts.cores} usable, ${memoryGiB} GiB of memory; for ${facts.names}`
  return { name: 'threads', status: 'ok', detail, finding: 'threads', facts }
}

async function diskCheck(paths: RuntimePaths): Promise<Check> {
  for (let directory = paths.data; ; directory = dirname(directory)) {
    try {
      const { bavail, bsize } = await statfs(directory)
      const free = bavail * bsize
      const freeGiB = (free / 1024 ** 3).toFixed(1)
      const found = {
        name: 'disk',
        detail: `${freeGiB} GiB free at ${directory}`,
        finding: 'disk',
        facts: { freeGiB, path: directory },
      } as const
      return free < lowDiskBytes
        ? { ...found, status: 'warning', remedy: 'Free some space, or choose another folder with --data.' }
        : { ...found, status: 'ok' }
    } catch (error) {
      if (directory === dirname(directory)) {
        const { message } = error as Error
        const facts = { message }
        return { name: 'disk', status: 'warning', detail: `not known: ${message}`, finding: 'diskUnknown', facts }
      }
    }
  }
}

async function displayCheck(): Promise<Check> {
  if (process.platform !== 'linux') return { name: 'display', status: 'ok', detail: process.platform }
  const display = process.env.WAYLAND_DISPLAY ?? process.env.DISPLAY
  return display
    ? { name: 'display', status: 'ok', detail: display }
    : {
        name: 'display',
        status: 'warning',
        detail: 'none: the window cannot open here, commands work',
        finding: 'displayMissing',
        remedy: 'Start from a desktop, or under Xvfb (Debian: apt-get install xvfb xauth).',
      }
}
