import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DatabasePlace } from '../../../../contract/databases/database-tasks'
import type { SqlConnection } from '../../../../workers/databases/connection'
import { createKeptConnection } from '../../../../workers/databases/kept-connection'

const placeOf = (path: string): DatabasePlace => ({ kind: 'file', engine: 'sqlite', path, password: null })
const connectionOf = (isCurrent?: () => Promise<boolean>) => {
  const close = vi.fn(async () => {})
  return { close, connection: { close, ...(isCurrent && { isCurrent }) } as unknown as SqlConnection }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.skipIf(process.platform === 'win32')(
  'a connection answers the next query of its place, while it is current',
  async () => {
    const kept = createKeptConnection()
    const { connection, close } = connectionOf(async () => true)
    await kept.keep(placeOf('/a'), connection)
    expect(await kept.take(placeOf('/a'))).toBe(connection)
    expect(await kept.take(placeOf('/a'))).toBeNull()
    expect(close).not.toHaveBeenCalled()
  },
)

test('one of another place, of a file that changed, or that nobody asked for long is closed', async () => {
  const kept = createKeptConnection()
  const [one, two, three] = [
    connectionOf(async () => true),
    connectionOf(async () => false),
    connectionOf(async () => true),
  ]
  await kept.keep(placeOf('/a'), one.connection)
  expect(await kept.take(placeOf('/b'))).toBeNull()
  await kept.keep(placeOf('/a'), two.connection)
  expect(await kept.take(placeOf('/a'))).toBeNull()
  await kept.keep(placeOf('/a'), three.connection)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await kept.take(placeOf('/a'))).toBeNull()
  for (const { close } of [one, two, three]) expect(close).toHaveBeenCalledTimes(1)
})

test('one that cannot tell whether it is current is closed at once', async () => {
  const kept = createKeptConnection()
  const { connection, close } = connectionOf()
  await kept.keep(placeOf('/a'), connection)
  expect(close).toHaveBeenCalledTimes(1)
})
