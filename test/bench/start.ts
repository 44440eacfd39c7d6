import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { _electron } from '@playwright/test'
import { openStore } from '../../main/store'
import { fillLibrary } from './measure/library-rows'
import { randomTexts, randomVectors, seededRandom } from './measure/material'
import { timePair } from './measure/paired'
import { ms, printFigures } from './measure/table'

const project = resolve('.')
const passages = 5000
/** As `fillLibrary` makes them: the window is usable once it shows that many sources, not before. */
const passagesPerSource = 100

/** From the process's start to a window that answers, with a library of 5,000 passages, against an empty Electron window. */
export async function run(): Promise<number> {
  // Not bundled: the scripts find the project by their own place.
  const script = (name: string): string => pathToFileURL(resolve('scripts', name)).href
  const { resolveElectronForTests } = (await import(
    script('electron-runtime.mjs')
  )) as typeof import('../../scripts/electron-runtime.mjs')
  const { prepareLaunch } = (await import(script('launch.mjs'))) as typeof import('../../scripts/launch.mjs')
  const { executablePath } = await resolveElectronForTests()
  const launch = await prepareLaunch(executablePath, { virtualDisplay: true })
  const work = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
  await chmod(work, 0o755)
  const env = { ...(process.env as Record<string, string>), ...launch.env }
  const open = async (
    parameters: string[],
    usable: string,
    onOpen?: (pid: number) => Promise<void>,
  ): Promise<number> => {
    const started = performance.now()
    const app = await _electron.launch({
      executablePath: launch.launcherPath,
      chromiumSandbox: true,
      args: parameters,
      env,
    })
    const page = await app.firstWindow()
    await page.locator(usable).waitFor()
    const usableAfterMs = performance.now() - started
    if (onOpen) await onOpen(await app.evaluate(() => process.pid))
    await app.close()
    return usableAfterMs
  }
  try {
    const data = join(work, 'library')
    const empty = await emptyApp(join(work, 'empty'))
    const random = seededRandom(13)
    const store = await openStore({ directory: data, workersDir: resolve('out/workers') })
    await fillLibrary(store.database, {
      texts: randomTexts(passages, 80, random),
      vectors: randomVectors(passages, random),
      model: 'quarry-use-lite-en',
    })
    await store.close()
    let memoryMb = 0
    const pair = await timePair(
      5,
      () =>
        open(
          [project, `--data=${data}`],
          `[data-testid="library-count"]:text-is("${passages / passagesPerSource}")`,
          async (pid) => {
            memoryMb = Math.max(memoryMb, await peakMemoryMb(pid))
          },
        ),
      () => open([empty], 'body'),
    )
    return printFigures('start', [
      {
        what: `start to usable window, ${passages} passages, against an empty Electron window`,
        ours: ms(pair.oursMs),
        theirs: ms(pair.theirsMs),
        value: pair.ratio,
        goal: { atMost: 3 },
      },
      { what: 'peak memory of the main process, MB', ours: `${memoryMb}`, theirs: '', value: memoryMb, goal: null },
    ])
  } finally {
    await launch.stop()
    await rm(work, { recursive: true, force: true })
  }
}

async function emptyApp(directory: string): Promise<string> {
  await mkdir(directory)
  await writeFile(join(directory, 'package.json'), '{ "name": "empty", "version": "0.0.0", "main": "main.js" }')
  await writeFile(
    join(directory, 'main.js'),
    `const { app, BrowserWindow } = require('electron')
app.whenReady().then(() => new BrowserWindow({ width: 1440, height: 900 }).loadURL('data:text/html,<body>empty'))
app.on('window-all-closed', () => app.quit())`,
  )
  return directory
}

/** Highest resident memory so far, from the kernel; 0 where it does not tell. */
async function peakMemoryMb(pid: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}
