/** The smallest app: an ES module with a top-level await before Electron is ready, and one sandboxed window. */
import { readFile } from 'node:fs/promises'
import { app, BrowserWindow } from 'electron'

await readFile(import.meta.filename)
app.enableSandbox()
app.on('ready', () => {
  const window = new BrowserWindow({ webPreferences: { sandbox: true } })
  void window.loadURL('data:text/html,<h1>Here</h1>')
  if (process.argv.includes('say-and-quit')) {
    window.webContents.once('did-finish-load', () => {
      process.stdout.write(`Here, ${process.env.QUARRY_TEST_REQUIRED ?? 'alone'}`)
      app.quit()
    })
  }
})
