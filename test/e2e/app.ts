import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test'
import { packetsSent } from '../../scripts/testing/watched-network.mjs'
import { copyData, prepareDataFolder, project } from '../prepared-store'

export { project }
export const samples = join(project, 'samples')

export interface OpenQuarry {
  readonly app: ElectronApplication
  readonly page: Page
  /** Quits as a person would, answering a question about running sessions with Quit. */
  close(): Promise<void>
  /** Ends the whole process tree at once, as a crash would. */
  kill(): Promise<void>
}

interface LaunchOptions {
  readonly language?: 'en' | 'zh-CN'
  readonly arguments?: readonly string[]
  /** Test id of what is awaited in the window: another one where the start is to fail. */
  readonly shows?: 'library' | 'start-failure'
}

/** How the built app is started on a data folder. */
function launchOf(data: string, { language = 'en', arguments: more = [] }: LaunchOptions) {
  const executablePath = process.env.QUARRY_E2E_LAUNCHER
  if (executablePath === undefined) throw new Error('The global set-up of the e2e tests did not run.')
  return {
    executablePath,
    args: [project, `--data=${data}`, `--lang=${language}`, ...more],
    env: {
      ...(process.env as Record<string, string>),
      // Under it some libraries keep their telemetry to themselves.
      CI: '',
      LANGUAGE: language === 'en' ? 'en_US' : 'zh_CN',
      LC_ALL: 'C.UTF-8',
    },
  }
}

/**
 * Starts the app where it is open already, and waits until this process has handed over and ended. Not through Playwright,
 * which fails whatever test runs when a process ends while it connects to it.
 */
export async function startBeside(data: string, more: readonly string[]): Promise<void> {
  const { executablePath, args, env } = launchOf(data, { arguments: more })
  await once(spawn(executablePath, args, { env, stdio: 'ignore' }), 'exit')
}

/**
 * Asks again when main's collector took the promise that Playwright waits for, which the inspector holds weakly; the same
 * again is no harm. Where memory is short it collects time and again.
 */
function evaluateAgain(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app) as (...given: unknown[]) => Promise<unknown>
  const again = async (attemptsLeft: number, given: unknown[]): Promise<unknown> => {
    try {
      return await evaluate(...given)
    } catch (error) {
      if (attemptsLeft === 0 || !/garbage collected/.test(String(error))) throw error
      return again(attemptsLeft - 1, given)
    }
  }
  Object.assign(app, { evaluate: (...given: unknown[]) => again(20, given) })
}

/** Starts the built app on a data folder and waits for its window. */
export async function openQuarry(data: string, options: LaunchOptions = {}): Promise<OpenQuarry> {
  const { shows = 'library' } = options
  const app = await _electron.launch({ ...launchOf(data, options), chromiumSandbox: true })
  evaluateAgain(app)
  const page = await app.firstWindow()
  await page.getByTestId(shows).waitFor()
  return {
    app,
    page,
    async close() {
      await app.evaluate(({ dialog }) => {
        dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false })
      })
      await app.close()
    },
    async kill() {
      const closed = app.waitForEvent('close')
      const pid = await app.evaluate(() => process.pid)
      process.kill(pid, 'SIGKILL')
      await closed
    },
  }
}

/** Drops files on the window as the desktop would: real paths, through Chromium's own drag and drop. */
export const dropFiles = (page: Page, files: readonly string[]): Promise<void> =>
  drop(page, { items: [], files: [...files] })

/** Drops text that was selected in another program. */
export const dropText = (page: Page, text: string): Promise<void> =>
  drop(page, { items: [{ mimeType: 'text/plain', data: text }] })

async function drop(
  page: Page,
  dragged: { items: { mimeType: string; data: string }[]; files?: string[] },
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  const drag = { ...dragged, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data: drag })
  }
  await session.detach()
}

/** A copy of the sample papers, so that a test may change its files. */
export async function copySamples(to: string): Promise<string> {
  const folder = join(to, 'papers')
  await cp(samples, folder, { recursive: true })
  return folder
}

export const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).map((name) => join(folder, name))

/** What a data folder holds before the start: nothing, an empty library, or one in which the samples are indexed. */
export type Held = 'nothing' | 'library' | 'samples'

/** A data folder, to be removed by `removeData`. */
export async function newData(held: Held): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'quarry-e2e-data-'))
  if (held === 'library') prepareDataFolder(data)
  else if (held === 'samples') copyData(process.env.QUARRY_E2E_SAMPLES ?? '', data)
  return data
}

export const removeData = (data: string): Promise<void> =>
  rm(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })

/** Packets that were sent before the first window. */
let known = Number(process.env.QUARRY_E2E_PACKETS ?? 0)

/**
 * `data` and `work` are fresh folders of each test; both are removed afterwards. A test fails where anything tried to send
 * a packet beyond this machine, from the start of its window on.
 */
export const test = base.extend<{ held: Held; data: string; work: string; silence: undefined }>({
  silence: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern
    async ({}, use) => {
      await use(undefined)
      const sent = (packetsSent() ?? known) - known
      known += sent
      expect(sent, 'packets sent').toBe(0)
    },
    { auto: true },
  ],
  held: ['library', { option: true }],
  data: async ({ held }, use) => {
    const data = await newData(held)
    await use(data)
    await removeData(data)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern
  work: async ({}, use) => {
    const work = await mkdtemp(join(tmpdir(), 'quarry-e2e-work-'))
    await use(work)
    await rm(work, { recursive: true, force: true })
  },
})
export { expect }
