import { app, type BrowserWindow, dialog } from 'electron'
import type { RunningQuarry } from '../runtime'
import { quitQuestion } from './quit-question'

type Phase = 'open' | 'asking' | 'closing' | 'closed'

/**
 * Quits in order: asks where sessions work, closes the runtime, then lets the process end. Closing the window
 * is quitting, too, and waits for the same answer.
 */
export function quitInOrder(
  starting: () => Promise<RunningQuarry>,
  window: () => BrowserWindow | null,
): { guard(window: BrowserWindow): void } {
  let phase: Phase = 'open'
  const close = async (): Promise<void> => {
    if (phase === 'closing' || phase === 'closed') return
    phase = 'closing'
    try {
      const running = await starting()
      await running.close()
    } catch (error) {
      console.error(error)
    }
    phase = 'closed'
    app.quit()
  }
  const quit = async (): Promise<void> => {
    try {
      const may = await mayQuit(await starting(), window())
      // A signal that came while the question was open has decided, whatever is answered.
      if (phase !== 'asking') return
      if (!may) {
        phase = 'open'
        return
      }
    } catch (error) {
      console.error(error)
    }
    await close()
  }
  const intercept = (event: { preventDefault(): void }): void => {
    if (phase === 'closed') return
    event.preventDefault()
    if (phase !== 'open') return
    phase = 'asking'
    void quit()
  }
  app.on('before-quit', intercept)
  // A signal ends without a question: whoever sends it has decided, and rows keep where each session stands.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close())
  app.on('window-all-closed', () => app.quit())
  return { guard: (guarded) => void guarded.on('close', intercept) }
}

async function mayQuit(running: RunningQuarry, window: BrowserWindow | null): Promise<boolean> {
  const working = await running.workingSessions()
  if (working.length === 0 || window === null) return true
  const { language } = await running.connection.call('settings.get')
  const { message, detail, buttons } = quitQuestion(language, app.getLocale(), working)
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message,
    detail,
    buttons: [...buttons],
    defaultId: 0,
    cancelId: 1,
  })
  return response === 0
}
