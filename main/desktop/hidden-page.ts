import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BrowserWindow, session, type WebContents } from 'electron'
import { createMutex } from '../threads'
import { lockSession } from './lockdown'
import { answerWithFile, appOrigin, appScheme } from './protocol'

/** A page of text, its style, and the window's own fonts: nothing else is loaded, and no script of it runs. */
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'"
const page = '/report.html'

/** The session answers one page at a time. */
const showing = createMutex()

/**
 * Shows a page of ours, with the window's fonts, in a window that nobody sees, whose session of its own in memory answers
 * that page and the fonts alone, for as long as it is used.
 * @param style added to the page, behind the fonts' own
 */
export function withHiddenPage<Result>(
  {
    html,
    style,
    rendererDirectory,
  }: { readonly html: string; readonly style: string; readonly rendererDirectory: string },
  use: (contents: WebContents) => Promise<Result>,
): Promise<Result> {
  return showing.run(async () => show(await withFonts(html, style, rendererDirectory), rendererDirectory, use))
}

async function withFonts(html: string, style: string, rendererDirectory: string): Promise<string> {
  const folder = join(rendererDirectory, 'assets')
  const styles = (await readdir(folder)).filter((name) => name.endsWith('.css'))
  const texts = await Promise.all(styles.map((name) => readFile(join(folder, name), 'utf8')))
  const faces = texts.flatMap((text) => text.match(/@font-face\s*\{[^}]*\}/g) ?? [])
  // The addresses in the style sheet are beside it.
  const own = faces.join('').replace(/url\(["']?\.\//g, (start) => start.replace('./', '/assets/'))
  return html
    .replace("default-src 'none'; ", "$&font-src 'self'; ")
    .replace('</head>', () => `<style>${own}${style}</style></head>`)
}

async function show<Result>(
  html: string,
  rendererDirectory: string,
  use: (contents: WebContents) => Promise<Result>,
): Promise<Result> {
  const own = session.fromPartition('print')
  lockSession(own)
  own.protocol.handle(appScheme, ({ url }) =>
    new URL(url).pathname === page
      ? new Response(html, {
          headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy },
        })
      : answerWithFile(url, rendererDirectory),
  )
  const window = new BrowserWindow({
    show: false,
    webPreferences: { session: own, sandbox: true, contextIsolation: true, spellcheck: false },
  })
  try {
    await window.loadURL(`${appOrigin}${page}`)
    return await use(window.webContents)
  } finally {
    window.destroy()
    own.protocol.unhandle(appScheme)
  }
}
