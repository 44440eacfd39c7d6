import { EventEmitter } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { quitInOrder } from '../../../main/desktop/quit'

const electron = vi.hoisted(() => ({ app: null as unknown, answer: (_response: number): void => undefined }))
vi.mock('electron', () => ({
  get app() {
    return electron.app
  },
  dialog: {
    showMessageBox: () =>
      new Promise((resolve) => {
        electron.answer = (response) => resolve({ response })
      }),
  },
}))

afterEach(() => vi.restoreAllMocks())

it('a signal while the question is open ends the program, whatever is answered then', async () => {
  const signals = new Map<unknown, () => void>()
  vi.spyOn(process, 'on').mockImplementation((name: unknown, listener: () => void) => {
    signals.set(name, listener)
    return process
  })
  const app = Object.assign(new EventEmitter(), { quit: vi.fn(), getLocale: () => 'en' })
  electron.app = app
  const events: string[] = []
  const running = {
    workingSessions: async () => ['Heat pumps'],
    connection: { call: async () => ({ language: 'en' }) },
    close: async () => void events.push('closed'),
  }
  quitInOrder(
    async () => running as never,
    () => ({}) as never,
  )
  /** Whether the program may end. */
  const quitting = (): boolean => {
    const preventDefault = vi.fn()
    app.emit('before-quit', { preventDefault })
    return preventDefault.mock.calls.length === 0
  }
  expect(quitting()).toBe(false)
  await vi.waitFor(() => expect(electron.answer.length).toBe(1))
  await new Promise(setImmediate)
  signals.get('SIGTERM')?.()
  await vi.waitFor(() => expect(app.quit).toHaveBeenCalledTimes(1))
  electron.answer(1)
  await new Promise(setImmediate)
  expect([events, quitting()]).toEqual([['closed'], true])
})
