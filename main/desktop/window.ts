import { app, BrowserWindow, nativeTheme } from 'electron'
import type { AppSettings } from '../../contract/app/app'
import { toRememberedArgument } from '../../contract/calls/remembered-argument'
import type { DrawnFiles } from './drawn-files'
import { appOrigin } from './protocol'

/** Paper colours of the two themes, so that nothing flashes before the first paint. */
const paper = { light: '#f7f6f3', dark: '#171613' }

/** Opens the one window, in the theme that was remembered; it shows itself when it has something to show. */
export function openWindow(preload: string, remembered: AppSettings | null): BrowserWindow {
  if (remembered !== null) nativeTheme.themeSource = remembered.theme
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 480,
    minHeight: 400,
    show: false,
    title: 'Quarry',
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? paper.dark : paper.light,
    webPreferences: {
      preload,
      additionalArguments: remembered === null ? [] : [toRememberedArgument(remembered)],
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: process.env.QUARRY_DEVTOOLS === '1',
    },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(`${appOrigin}/index.html`)
  return window
}

/** A page that ends sooner than this after it was shown anew would do so without end. */
const leastShownMs = 10_000
/** Resident memory of a window that draws a foreign file, and between two looks at it. Files have 512 MB at most. */
const maxMemoryMb = 2048
const lookMs = 500

/**
 * Shows the page anew where its process ends: main has all that it showed. What a foreign file makes of that process, the
 * process costs alone: it is killed where it takes too much memory or hears nobody any more.
 */
export function outlive(window: BrowserWindow, drawn: DrawnFiles, report: (what: string) => void): void {
  const { webContents } = window
  let shownAnewAt = Number.NEGATIVE_INFINITY
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    report(`The window’s process ended (${reason}).`)
    drawn.windowEnded()
    if (performance.now() - shownAnewAt < leastShownMs) return
    shownAnewAt = performance.now()
    webContents.reload()
  })
  const kill = (): void => {
    if (drawn.isUnderWay()) process.kill(webContents.getOSProcessId(), 'SIGKILL')
  }
  window.on('unresponsive', kill)
  const looking = setInterval(() => {
    if (!drawn.isUnderWay()) return
    const pid = webContents.getOSProcessId()
    const memory = app.getAppMetrics().find((one) => one.pid === pid)?.memory
    if (memory !== undefined && memory.workingSetSize > maxMemoryMb * 1024) kill()
  }, lookMs)
  window.once('closed', () => clearInterval(looking))
}
