import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { _electron, type Page } from '@playwright/test'
import { startModelServer } from '../fixtures/model-server'
import { clockOffset, framesSeen, watchFrames } from './measure/frame-probe'
import { prepareLongReport } from './measure/long-report'
import { pacedTokens, preciseNow } from './measure/paced-tokens'
import { printStreams, type Stream, streamFigures } from './measure/stream-figures'

const project = resolve('.')
const perSecond = 200

/**
 * Frames while a model server sends 200 tokens a second and a report of 20,000 words is open, in the real window: a
 * follow-up asked of the model alone writes the next version, which the window shows above the report as it comes. The
 * server is asked for 1,200 tokens, as always, and sends `--tokens` (3,000). Beside it, in turns, a bare page in a bare
 * Electron window that holds as many words and appends what the same server sends it to a `<p>`.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      rounds: { type: 'string', default: '3' },
      tokens: { type: 'string', default: '3000' },
      words: { type: 'string', default: '20000' },
    },
  })
  const [tokens, words] = [Number(values.tokens), Number(values.words)]
  // Not bundled: the scripts find the project by their own place.
  const script = (name: string): string => pathToFileURL(resolve('scripts', name)).href
  const { resolveElectronForTests } = (await import(
    script('electron-runtime.mjs')
  )) as typeof import('../../scripts/electron-runtime.mjs')
  const { prepareLaunch } = (await import(script('launch.mjs'))) as typeof import('../../scripts/launch.mjs')
  const launch = await prepareLaunch((await resolveElectronForTests()).executablePath, { virtualDisplay: true })
  const env = { ...(process.env as Record<string, string>), ...launch.env }
  const work = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
  await chmod(work, 0o755)
  let sentAt: number[] = []
  const server = await startModelServer(() => ({ text: 'NOT ANSWERED' }))
  const stream = async (page: Page, begin: () => Promise<void>): Promise<Stream> => {
    sentAt = []
    server.play(() => ({ pieces: pacedTokens(tokens, perSecond, sentAt) }))
    const clock = await clockOffset(page, preciseNow)
    await watchFrames(page)
    await begin()
    // The last ones may never show: once all is written, what was being written goes.
    await page.waitForFunction(
      (last) => {
        const shown = window.seen?.shown.at(-1)?.[0] ?? -1
        return shown >= last || (shown >= 0 && document.querySelector('[data-testid="draft"]') === null)
      },
      tokens - 1,
      { timeout: 4 * (tokens / perSecond) * 1000, polling: 500 },
    )
    return { ...(await framesSeen(page)), sentAt, clock }
  }
  const inApp = async (parameters: string[], measure: (page: Page) => Promise<Stream>): Promise<Stream> => {
    const app = await _electron.launch({
      executablePath: launch.launcherPath,
      chromiumSandbox: true,
      args: parameters,
      env,
    })
    const measured = await measure(await app.firstWindow())
    // It asks whether to quit while a session works.
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false })
    })
    await app.close()
    return measured
  }
  const ours = async (round: number): Promise<Stream> => {
    const data = join(work, `data-${round}`)
    await cp(join(work, 'library'), data, { recursive: true })
    return inApp([project, `--data=${data}`, '--lang=en'], async (page) => {
      await page.getByTestId('sessions').getByRole('button', { name: question }).first().click()
      const ask = page.getByTestId('follow-up')
      await ask.getByRole('radio', { name: 'Model only' }).click()
      await page.locator('#follow-up').fill('What is a heat pump?')
      // Nothing is asked of the page until the first token came: looking for elements among so many takes it a while.
      return stream(page, () => page.keyboard.press('Enter'))
    })
  }
  try {
    await prepareLongReport(join(work, 'library'), { words, origin: server.origin, question })
    const bare = await bareApp(join(work, 'bare'), server.origin, words)
    const rounds: { ours: Stream; bare: Stream }[] = []
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      rounds.push({
        bare: await inApp([bare], async (page) => {
          await page.locator('p').last().waitFor()
          return stream(page, () => page.evaluate('begin()'))
        }),
        ours: await ours(round),
      })
    }
    printStreams(rounds)
    return streamFigures(rounds)
  } finally {
    server.close()
    await launch.stop()
    // A closed app's last processes may still write.
    await rm(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

const question = 'How do heat pumps perform in cold climates?'

/** An Electron app of one page, which holds so many words below a `<p>` and appends to that what a model server sends. */
async function bareApp(directory: string, origin: string, words: number): Promise<string> {
  await mkdir(directory)
  await writeFile(join(directory, 'package.json'), '{ "name": "bare", "version": "0.0.0", "main": "main.js" }')
  await writeFile(
    join(directory, 'main.js'),
    `const { app, BrowserWindow } = require('electron')
app.whenReady().then(() =>
  new BrowserWindow({ width: 1440, height: 900, webPreferences: { webSecurity: false } }).loadFile('page.html'))
app.on('window-all-closed', () => app.quit())`,
  )
  const paragraph = `<p>${'heat pumps give warmth in winter at night when it is cold outside '.repeat(8)}</p>`
  await writeFile(
    join(directory, 'page.html'),
    `<meta charset="utf-8"><body><div data-testid="draft"><p></p></div>${paragraph.repeat(Math.ceil(words / 96))}
<script>
async function begin() {
  const body = JSON.stringify({ model: 'tiny', messages: [], stream: true })
  const response = await fetch('${origin}/v1/chat/completions', { method: 'POST', body })
  void append(response)
}
async function append(response) {
  let rest = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\\n\\n')
    rest = lines.pop()
    for (const line of lines) {
      const piece = line.startsWith('data: {') && JSON.parse(line.slice(6)).choices[0].delta.content
      if (piece) document.querySelector('p').append(piece)
    }
  }
}
</script>`,
  )
  return directory
}
