import { BrowserWindow, nativeTheme } from 'electron'
import type { AppSettings } from '../../contract/app'
import { toRememberedArgument } from '../../contract/remembered-argument'
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
