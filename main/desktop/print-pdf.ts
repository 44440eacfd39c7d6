import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BrowserWindow, session } from 'electron'
import { createMutex } from '../threads'
import { lockSession } from './lockdown'
import { answerWithFile, appOrigin, appScheme } from './protocol'

/** A page of text, its style, and the window's own fonts: nothing else is loaded, and no script of it runs. */
const printPolicy = "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'"
const page = '/report.html'

/** The window's fonts, which know Chinese on a system that has none of its own. */
const printFonts =
  'body{font-family:"Source Serif 4 Variable","Noto Serif SC Variable",serif}.place,footer,table,.mark,small{font-family:"Inter Variable","Noto Sans SC Variable",sans-serif}'

/** The session answers one page at a time. */
const printing = createMutex()

/**
 * Prints a page of ours as A4, with its headings as an outline and its links kept, in a window that nobody sees, whose session
 * of its own in memory answers that page and the fonts of the window alone.
 */
export function printPdf(html: string, rendererDirectory: string): Promise<Uint8Array> {
  return printing.run(async () => print(await withFonts(html, rendererDirectory), rendererDirectory))
}

async function withFonts(html: string, rendererDirectory: string): Promise<string> {
  const folder = join(rendererDirectory, 'assets')
  const styles = (await readdir(folder)).filter((name) => name.endsWith('.css'))
  const texts = await Promise.all(styles.map((name) => readFile(join(folder, name), 'utf8')))
  const faces = texts.flatMap((text) => text.match(/@font-face\s*\{[^}]*\}/g) ?? [])
  // The addresses in the style sheet are beside it.
  const own = faces.join('').replace(/url\(["']?\.\//g, (start) => start.replace('./', '/assets/'))
  return html
    .replace("default-src 'none'; ", "$&font-src 'self'; ")
    .replace('</head>', () => `<style>${own}${printFonts}</style></head>`)
}

async function print(html: string, rendererDirectory: string): Promise<Uint8Array> {
  const own = session.fromPartition('print')
  lockSession(own)
  own.protocol.handle(appScheme, ({ url }) =>
    new URL(url).pathname === page
      ? new Response(html, {
          headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': printPolicy },
        })
      : answerWithFile(url, rendererDirectory),
  )
  const window = new BrowserWindow({
    show: false,
    webPreferences: { session: own, sandbox: true, contextIsolation: true, spellcheck: false },
  })
  try {
    await window.loadURL(`${appOrigin}${page}`)
    // A font is fetched once a layout needs it.
    const ready = 'document.body.offsetHeight; document.fonts.ready.then(() => true)'
    await window.webContents.executeJavaScriptInIsolatedWorld(1, [{ code: ready }])
    return await window.webContents.printToPDF({
      pageSize: 'A4',
      printBackground: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate:
        '<div style="width:100%;text-align:center;font:8px sans-serif;color:#6b6861"><span class="pageNumber"></span> / <span class="totalPages"></span></div>',
      margins: { top: 0.6, bottom: 0.7, left: 0.6, right: 0.6 },
    })
  } finally {
    window.destroy()
    own.protocol.unhandle(appScheme)
  }
}
