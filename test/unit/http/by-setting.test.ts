import { expect, it } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import { serveBySetting } from '../../../main/http'
import { defaultSettings } from '../../../main/settings'

function setting(taken: readonly number[] = []) {
  let settings = defaultSettings
  const listeners = new Set<() => void>()
  const log: string[] = []
  const http = serveBySetting(
    {
      get: () => settings,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    async (port) => {
      if (taken.includes(port)) throw new QuarryError('http.portTaken', 'Taken.', { context: { port } })
      log.push(`open ${port}`)
      return { url: `http://127.0.0.1:${port}`, close: async () => void log.push(`close ${port}`) }
    },
  )
  /** Resolves when what follows from it is done. */
  const set = async (changes: Partial<typeof settings>): Promise<void> => {
    settings = { ...settings, ...changes }
    for (const listener of listeners) listener()
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  return { http, set, log, listeners }
}

it('is off until the settings switch it on, and follows its port', async () => {
  const { http, set, log, listeners } = setting()
  await set({ theme: 'dark' })
  expect([log, http.status()]).toEqual([[], { url: null, error: null }])
  await set({ httpApi: true })
  expect(http.status().url).toBe('http://127.0.0.1:8719')
  await set({ httpPort: 9000, theme: 'light' })
  await set({ httpApi: false })
  expect(http.status().url).toBe(null)
  void set({ httpApi: true })
  void set({ httpPort: 9001 })
  await set({ httpPort: 9002 })
  await http.close()
  expect([log, listeners.size]).toEqual([
    ['open 8719', 'close 8719', 'open 9000', 'close 9000', 'open 9002', 'close 9002'],
    0,
  ])
})

it('says what hinders it, and serves once another port is chosen', async () => {
  const { http, set } = setting([8719])
  await set({ httpApi: true })
  expect(http.status()).toMatchObject({ url: null, error: { code: 'http.portTaken', context: { port: 8719 } } })
  await set({ httpPort: 9000 })
  expect(http.status()).toEqual({ url: 'http://127.0.0.1:9000', error: null })
})
