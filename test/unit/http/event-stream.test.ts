import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StreamBatch } from '../../../contract/channels/streams'
import type { SessionEventView } from '../../../contract/session/session'
import { serveEvents } from '../../../main/http/event-stream'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const limits = { heartbeatMs: 15_000, maxWaitingBytes: 1000, patienceMs: 10_000 }

/** A client that takes what it is sent when told to. */
class Client extends EventEmitter {
  sent = ''
  writableLength = 0
  writableEnded = false
  destroyed = false
  writeHead(): this {
    return this
  }
  write(text: string): boolean {
    this.sent += text
    this.writableLength += text.length
    return this.writableLength < 16
  }
  end(text: string): void {
    this.write(text)
    this.writableEnded = true
  }
  take(): void {
    this.writableLength = 0
    this.emit('drain')
  }
  destroy(): void {
    this.destroyed = true
    this.emit('close')
  }
}

function opened(mayGoOn = async () => true) {
  const client = new Client()
  const followed: { after: number; listener: (batch: StreamBatch<SessionEventView>) => void }[] = []
  const stops: number[] = []
  const end = serveEvents(
    client as unknown as ServerResponse,
    {
      after: 4,
      mayGoOn,
      follow(after, listener) {
        followed.push({ after, listener })
        return () => stops.push(after)
      },
    },
    limits,
  )
  const send = (from: number, until: number, text = ''): void => {
    const pieces = Array.from({ length: until - from + 1 }, (_, index) => ({
      sequence: from + index,
      at: '',
      type: text,
      state: 'running' as const,
      detail: null,
    }))
    followed.at(-1)?.listener({ pieces, isCaughtUp: true })
  }
  const ids = (): number[] => [...client.sent.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
  return { client, followed, stops, end, send, ids }
}

it('pauses in the middle of a batch, and reads on after the last piece that was sent once it was taken', () => {
  const { client, followed, stops, send, ids } = opened()
  expect(followed.map(({ after }) => after)).toEqual([4])
  send(5, 20, 'x'.repeat(500))
  expect([ids(), stops]).toEqual([[5, 6], [4]])
  client.take()
  expect(followed.map(({ after }) => after)).toEqual([4, 6])
  send(7, 8)
  expect(ids()).toEqual([5, 6, 7, 8])
})

it('cuts off who takes nothing for too long, with the reason behind what waits, and lets go of the connection', () => {
  const { client, followed, send } = opened()
  send(5, 20, 'x'.repeat(500))
  vi.advanceTimersByTime(limits.patienceMs)
  expect(client.sent.endsWith('event: end\ndata: {"reason":"slow"}\n\n')).toBe(true)
  expect([client.writableEnded, client.destroyed]).toEqual([true, false])
  client.take()
  vi.advanceTimersByTime(limits.patienceMs)
  expect([client.destroyed, followed.length, vi.getTimerCount()]).toEqual([true, 1, 0])
})

it('shows that it lives, looks at the token again each time, and leaves nothing behind when the client goes', async () => {
  let may = true
  const { client, stops } = opened(async () => may)
  await vi.advanceTimersByTimeAsync(limits.heartbeatMs)
  expect(client.sent.endsWith(': alive\n\n')).toBe(true)
  may = false
  await vi.advanceTimersByTimeAsync(limits.heartbeatMs)
  expect(client.sent.endsWith('data: {"reason":"unauthorized"}\n\n')).toBe(true)
  const other = opened()
  other.client.destroy()
  expect([stops, other.stops]).toEqual([[4], [4]])
  client.destroy()
  expect(vi.getTimerCount()).toBe(0)
})
