import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import type { Connection } from '../../../main/api'
import { createOnDemandLibrary } from '../../../main/command/mcp/on-demand'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Libraries as they are opened and closed, in order, and the way to lose the last one. */
function openings() {
  const seen: string[] = []
  let lose: (error: QuarryError) => void = () => undefined
  let at = 0
  const open = async () => {
    const name = `library ${++at}`
    seen.push(`open ${name}`)
    return {
      call: async () => name,
      onLost: (listener: typeof lose) => {
        lose = listener
      },
      close: async () => {
        await Promise.resolve()
        seen.push(`close ${name}`)
      },
    } as unknown as Connection
  }
  return { seen, open, lose: () => lose(new QuarryError('socket.unreachable', 'Gone.')) }
}
const ask = (connection: Connection) => connection.call('project.list') as unknown as Promise<string>

it('opens a library for the first who uses it, keeps it while it is used, and closes it once it was idle', async () => {
  const { seen, open } = openings()
  const library = createOnDemandLibrary(open, 1000)
  expect(seen).toEqual([])
  let end: () => void = () => undefined
  const long = library.use(
    () =>
      new Promise<void>((settle) => {
        end = settle
      }),
  )
  expect(await library.use(ask)).toBe('library 1')
  await vi.advanceTimersByTimeAsync(5000)
  expect(seen).toEqual(['open library 1'])
  end()
  await long
  await vi.advanceTimersByTimeAsync(999)
  expect(await library.use(ask)).toBe('library 1')
  await vi.advanceTimersByTimeAsync(1000)
  expect(seen).toEqual(['open library 1', 'close library 1'])
  expect(await library.use(ask)).toBe('library 2')
  await library.close()
  expect(seen.at(-1)).toBe('close library 2')
})

it('opens another where the last was lost or could not be opened', async () => {
  const { seen, open, lose } = openings()
  let isLocked = true
  const library = createOnDemandLibrary(async () => {
    if (!isLocked) return open()
    isLocked = false
    throw new QuarryError('store.locked', 'In use.')
  }, 1000)
  await expect(library.use(ask)).rejects.toMatchObject({ code: 'store.locked' })
  expect(await library.use(ask)).toBe('library 1')
  lose()
  expect(await library.use(ask)).toBe('library 2')
  expect(seen).toEqual(['open library 1', 'open library 2'])
  await library.close()
})
