import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packetsSent } from '../../scripts/testing/watched-network.mjs'
import { dropFiles, expect, newData, type OpenQuarry, openQuarry, removeData, test } from './app'
import { acceptPlan, ask, type Bridge, waitForIndexing, waitForReport } from './steps'

test.describe('over the samples', () => {
  test.use({ held: 'samples' })

  test('killed while the plan waits, then while steps run: the session stands where it stood', async ({ data }) => {
    const first = await openQuarry(data)
    await ask(first.page, 'How does a heat pump move heat, and what limits its efficiency?')
    await expect(first.page.getByTestId('plan-review')).toBeVisible()
    const titles = await planTitles(first.page)
    await first.kill()

    const second = await openQuarry(data)
    await second.page
      .getByTestId('sessions')
      .getByText(/heat pump/)
      .first()
      .click()
    await expect(second.page.getByTestId('plan-review')).toBeVisible()
    expect(await planTitles(second.page)).toEqual(titles)
    await acceptPlan(second.page)
    await expect(second.page.getByTestId('steps')).toBeVisible()
    await second.kill()

    const third = await openQuarry(data)
    await third.page
      .getByTestId('sessions')
      .getByText(/heat pump/)
      .first()
      .click()
    await waitForReport(third.page)
    await expect(third.page.getByTestId('step')).toHaveCount(titles.length)
    await third.close()
  })
})

const planTitles = (page: import('@playwright/test').Page): Promise<string[]> =>
  page
    .getByTestId('plan-step')
    .getByRole('textbox', { name: /^Title of step/ })
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))

test.describe('one window', () => {
  let data: string
  let quarry: OpenQuarry
  test.beforeAll(async () => {
    data = await newData('library')
    quarry = await openQuarry(data)
  })
  test.afterAll(async () => {
    await quarry.close()
    await removeData(data)
  })

  test('five hundred files are taken in while the window stays alive', async () => {
    const folder = join(data, 'many')
    await mkdir(folder)
    for (let index = 0; index < 500; index++) {
      await writeFile(
        join(folder, `note-${String(index).padStart(3, '0')}.md`),
        `# Well ${index}\n\nWell number ${index} was dug to ${index + 3} metres. Its water stood at ${index % 17} metres below the rim in spring.\n`,
      )
    }
    const { page } = quarry
    await dropFiles(page, [folder])
    await page
      .getByTestId('intake')
      .getByRole('button', { name: /^Add \d+ items?$/ })
      .click()
    await expect(page.getByTestId('library-count')).toHaveText('500')

    await test.step('main answers and the list scrolls while files are under way', async () => {
      const midway = await page.evaluate(async () => {
        const { quarry: bridge } = window as unknown as { quarry: Bridge }
        const settings = await bridge.settingsGet(undefined, 'default')
        const summary = await bridge.librarySummary(undefined, 'default')
        return { answered: settings.ok, indexed: summary.ok ? summary.value.byState.indexed : 500 }
      })
      expect(midway.answered).toBe(true)
      expect(midway.indexed).toBeLessThan(500)
      const list = page.getByTestId('source-list')
      await list.evaluate((box) => box.scrollTo(0, box.scrollHeight))
      await expect(list.getByText('note-499.md')).toBeInViewport()
    })

    await waitForIndexing(page, { sources: '500' })
  })

  test('the renderer is sandboxed and has neither Node nor network', async () => {
    const { page, app } = quarry
    const reach = await page.evaluate(async () => ({
      node: typeof (globalThis as { process?: unknown }).process,
      require: typeof (globalThis as { require?: unknown }).require,
      fetched: await fetch('http://127.0.0.1:1/').then(
        () => 'answered',
        () => 'refused',
      ),
      generic: Object.keys((globalThis as unknown as { quarry: object }).quarry).filter((name) =>
        /^(invoke|send|ipc|on|call)$/i.test(name),
      ),
    }))
    expect(reach).toEqual({ node: 'undefined', require: 'undefined', fetched: 'refused', generic: [] })
    // The page refuses that by itself: nothing of it gets as far as the guards.
    const connected = await page.evaluate(() =>
      (window as unknown as { quarry: Bridge }).quarry.appConnections({ offset: 0, limit: 10 }),
    )
    expect(connected).toEqual({ ok: true, value: { connections: [], total: 0 } })
    if (process.platform === 'linux') {
      const pid = await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
      )
      const { readFile } = await import('node:fs/promises')
      expect(await readFile(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m)
    }
  })

  test('main opens what a person gave to the window, never what the page names', async () => {
    const { page, app } = quarry
    const chosen = join(data, 'chosen.md')
    const never = join(data, 'never-given.md')
    for (const path of [chosen, never]) await writeFile(path, '# Spring\n\nIts water is clear.\n')
    const codes = await page.evaluate(async (path) => {
      const { quarry: bridge } = window as unknown as { quarry: Bridge }
      const made = new File(['x'], 'never-given.md')
      for (const member of ['path', 'webkitRelativePath']) Object.defineProperty(made, member, { value: path })
      const named = [[path], ['/etc/passwd'], [crypto.randomUUID()], [], bridge.tokensOf([made])]
      const answers = await Promise.all(
        named.flatMap((paths) => [
          bridge.libraryInspect({ paths }, 'default'),
          bridge.libraryAdd({ paths }, 'default'),
        ]),
      )
      return answers.map((answer) => (answer.ok ? 'answered' : answer.error.code))
    }, never)
    expect(codes).toEqual(Array(10).fill('ipc.notGiven'))

    await app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
    }, chosen)
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: /Add files/ }).click()
    const sheet = page.getByTestId('intake')
    await sheet.getByRole('button', { name: 'Add 1 item' }).click()
    await expect(sheet).toBeHidden()
    const taken = await page.evaluate(async () => {
      const { quarry: bridge } = window as unknown as { quarry: Bridge }
      const found = ['chosen', 'never', 'passwd'].map((text) =>
        bridge.libraryList({ offset: 0, limit: 1, filter: { text } }, 'default'),
      )
      return (await Promise.all(found)).map((list) => (list.ok ? list.value.total : list.error.code))
    })
    expect(taken).toEqual([1, 0, 0])
  })

  test('WebRTC may send nothing by itself, and no file but the window’s own is answered', async () => {
    const { page, app } = quarry
    const policy = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getWebRTCIPHandlingPolicy(),
    )
    expect(policy).toBe('disable_non_proxied_udp')
    const statuses = await page.evaluate(() =>
      Promise.all(
        ['index.html', 'assets', 'index.html%00', 'index.html/x', 'a'.repeat(5000)].map(
          async (path) => (await fetch(`quarry://app/${path}`)).status,
        ),
      ),
    )
    expect(statuses).toEqual([200, 404, 404, 404, 404])
  })

  test('every door that a page can try sends no packet', async () => {
    test.skip(packetsSent() === null, 'packets are counted under npm test only, by root, with iproute2')
    const { page } = quarry
    await page.evaluate(tryDoors)
    // Typed as a person would: what checks spelling would fetch a dictionary.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Wat is een warmptepomp, exmple.com?')
    await page.keyboard.press('Escape')
  })
})

/** Runs in the page: asks for addresses and names beyond this machine in every way that Chromium has, to its end. */
async function tryDoors(): Promise<void> {
  const hosts = ['192.0.2.7', 'leak.example.com']
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
  const add = (tag: string, attributes: Record<string, string>): void => {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    document.body.append(element)
  }
  const attempts = hosts.flatMap((host) => {
    const url = `https://${host}/`
    return [
      () => fetch(url, { mode: 'no-cors', keepalive: true }),
      () => navigator.sendBeacon(url, 'x'),
      () => new WebSocket(`wss://${host}/`),
      () => new EventSource(url),
      () => new XMLHttpRequest().open('GET', url),
      () => new WebTransport(`https://${host}:443/`).closed,
      () => import(/* @vite-ignore */ url),
      () => new Worker(url),
      () => navigator.serviceWorker.register(url),
      () => new FontFace('far', `url(${url})`).load(),
      () => Object.assign(new Image(), { src: url }),
      () => Object.assign(new Audio(), { src: url }),
      () => window.open(url),
      () => add('link', { rel: 'dns-prefetch', href: `//${host}` }),
      ...['preconnect', 'prefetch', 'preload', 'modulepreload', 'prerender', 'stylesheet', 'icon', 'manifest'].map(
        (rel) => () => add('link', { rel, href: url, as: 'script' }),
      ),
      ...['iframe', 'script', 'embed', 'video', 'track'].map((tag) => () => add(tag, { src: url })),
      () => add('object', { data: url }),
      () => add('meta', { 'http-equiv': 'x-dns-prefetch-control', content: 'on' }),
      () => add('a', { href: url, ping: url }),
      () => {
        const rules = document.createElement('script')
        rules.type = 'speculationrules'
        rules.textContent = JSON.stringify({ prefetch: [{ urls: [url] }], prerender: [{ urls: [url] }] })
        document.head.append(rules)
      },
      () => {
        const form = Object.assign(document.createElement('form'), { action: url, method: 'post' })
        document.body.append(form)
        form.submit()
      },
      async () => {
        const servers = ['stun', 'turn', 'turns'].flatMap((scheme) =>
          ['udp', 'tcp'].map((transport) =>
            scheme === 'stun' ? `stun:${host}:3478` : `${scheme}:${host}:3478?transport=${transport}`,
          ),
        )
        const peer = new RTCPeerConnection({ iceServers: [{ urls: servers, username: 'u', credential: 'p' }] })
        peer.createDataChannel('x')
        await peer.setLocalDescription(await peer.createOffer())
        const other = new RTCPeerConnection()
        await other.setRemoteDescription(peer.localDescription as RTCSessionDescription)
        await other.setLocalDescription(await other.createAnswer())
        for (const target of ['udp 1 192.0.2.7 5000 typ host', 'udp 1 leak.local 5000 typ host'])
          await other.addIceCandidate({ candidate: `candidate:1 1 ${target}`, sdpMid: '0', sdpMLineIndex: 0 })
      },
    ]
  })
  attempts.push(
    () => navigator.geolocation.getCurrentPosition(() => {}),
    () => navigator.mediaDevices.getUserMedia({ audio: true }),
    () => speechSynthesis.speak(new SpeechSynthesisUtterance('x')),
    () => add('textarea', { spellcheck: 'true', lang: 'nl' }),
  )
  for (const attempt of attempts) {
    // Each is refused in a way of its own; whether it sent anything is counted outside.
    try {
      void Promise.resolve(attempt()).catch(() => undefined)
    } catch {}
  }
  // STUN is sent anew every quarter of a second.
  await wait(1500)
}
