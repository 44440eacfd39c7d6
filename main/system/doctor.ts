import { access, constants, readFile, statfs } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { DoctorFact, DoctorReport } from '../../contract/app/doctor'
import { plainRemedy } from '../../contract/app/plain-remedies'
import { toErrorShape } from '../../contract/errors'
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
  return {
    version,
    checks: [{ name: 'quarry', status: 'ok', finding: { kind: 'quarryVersion', values: { version } } }, ...checks],
  }
}

async function nodeCheck(): Promise<Check> {
  const { node, electron, chrome, v8 } = process.versions
  const { platform, arch } = process
  const values = { node, electron: electron ?? null, chromium: chrome ?? null, v8, platform, arch }
  return { name: 'runtime', status: 'ok', finding: { kind: 'runtimeFound', values } }
}

/** What set-up writes of the Electron that it found. */
const electronRecord = z.object({ version: z.string(), origin: z.enum(['official', 'fallback', 'env']) })

async function electronCheck(paths: RuntimePaths): Promise<Check> {
  try {
    const path = join(dirname(paths.template), 'electron.json')
    const values = electronRecord.parse(JSON.parse(await readFile(path, 'utf8')))
    const found = { name: 'electron', finding: { kind: 'electronFound', values } } as const
    if (values.origin !== 'fallback') return { ...found, status: 'ok' }
    const remedy = plainRemedy('electronRetry')
    return { ...found, status: 'warning', remedy }
  } catch {
    const finding = { kind: 'electronMissing', values: {} } as const
    return { name: 'electron', status: 'warning', finding, remedy: plainRemedy('startOnce') }
  }
}

async function modelCheck(paths: RuntimePaths, inference: Inference | undefined): Promise<Check> {
  try {
    const config = JSON.parse(await readFile(join(paths.model, 'config.json'), 'utf8')) as Record<string, unknown>
    await access(join(paths.model, 'model.onnx'), constants.R_OK)
    const id = String(inference?.model.id ?? config.model_id ?? config._name_or_path ?? 'model')
    const values = { id, dimensions: inference?.model.dimensions ?? 512 }
    return { name: 'model', status: 'ok', finding: { kind: 'modelFound', values } }
  } catch {
    const finding = { kind: 'modelMissing', values: {} } as const
    return { name: 'model', status: 'missing', finding, remedy: plainRemedy('startOnceOrSetUp') }
  }
}

async function databaseCheck({ data: path }: RuntimePaths, store: Store | undefined): Promise<Check> {
  const ok = (finding: DoctorFact): Check => ({ name: 'database', status: 'ok', finding })
  if (store !== undefined) return ok({ kind: 'libraryOpen', values: { schema: store.version, path } })
  try {
    const { schema, holder } = inspectStore(path)
    return ok(
      schema === null
        ? { kind: 'libraryNotYet', values: { path, holder } }
        : { kind: 'libraryClosed', values: { schema, path, holder } },
    )
  } catch (cause) {
    const error = toErrorShape(cause)
    return {
      name: 'database',
      status: 'missing',
      finding: { kind: 'libraryUnusable', values: { path, error } },
      remedy: error.remedy ?? plainRemedy('accessOrOtherFolder'),
    }
  }
}

/** Files that threads run (docs/architecture.md). */
const workerNames = [
  'store',
  'inference',
  'readers',
  'databases',
  'documents',
  'requests',
  'mcp',
  'models',
  'tools',
  'scan',
  'domains',
  'compute',
  'plugins',
  'gguf',
]

async function threadsCheck(paths: RuntimePaths): Promise<Check> {
  const missing: string[] = []
  for (const name of workerNames) {
    await access(join(paths.workers, `${name}.js`), constants.R_OK).catch(() => missing.push(name))
  }
  if (missing.length > 0) {
    const finding = { kind: 'threadsMissing', values: { names: missing } } as const
    return { name: 'threads', status: 'missing', finding, remedy: plainRemedy('startOnceOrBuild') }
  }
  const values = { cores: availableParallelism(), memoryGiB: gibibytes(totalmem()), names: workerNames }
  return { name: 'threads', status: 'ok', finding: { kind: 'threadsFound', values } }
}

const gibibytes = (bytes: number): number => Math.round((bytes / 1024 ** 3) * 10) / 10

async function diskCheck(paths: RuntimePaths): Promise<Check> {
  for (let path = paths.data; ; path = dirname(path)) {
    try {
      const { bavail, bsize } = await statfs(path)
      const free = bavail * bsize
      const finding = { kind: 'diskFree', values: { freeGiB: gibibytes(free), path } } as const
      return free < lowDiskBytes
        ? {
            name: 'disk',
            status: 'warning',
            finding,
            remedy: plainRemedy('spaceOrOtherFolder'),
          }
        : { name: 'disk', status: 'ok', finding }
    } catch (error) {
      if (path !== dirname(path)) continue
      const values = { path: paths.data, error: toErrorShape(error) }
      return { name: 'disk', status: 'warning', finding: { kind: 'diskUnknown', values } }
    }
  }
}

async function displayCheck(): Promise<Check> {
  const display = process.platform === 'linux' ? process.env.WAYLAND_DISPLAY || process.env.DISPLAY : process.platform
  if (display) return { name: 'display', status: 'ok', finding: { kind: 'displayFound', values: { display } } }
  return {
    name: 'display',
    status: 'warning',
    finding: { kind: 'displayMissing', values: {} },
    remedy: plainRemedy('startFromDesktop'),
  }
}
