import { afterEach, expect, it, vi } from 'vitest'
import type { AnswerView, MemoryView } from '../../../contract/library/memory'
import type { Connection } from '../../../main/api'
import { forgetMemories, listMemories, switchMemories, writeMemory } from '../../../main/command/library/memories'
import { ProgressLine } from '../../../main/command/terminal/terminal'

const memory: MemoryView = {
  memoryId: 'm1',
  text: 'I prefer SI units.\u001b[2J',
  tags: ['units', 'preference'],
  importance: 0.8,
  origin: 'rules',
  session: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: null,
  uses: 0,
}
const answer: AnswerView = {
  recordId: 'r1',
  question: 'Why do leaves fall?',
  sentences: ['The tree seals their stalks.'],
  confidence: 0.8,
  session: { sessionId: 's1', title: 'Leaves', version: 1 },
  places: [],
  answeredAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: null,
  uses: 0,
  superseded: 'sourcesChanged',
}

let printed = ''
vi.spyOn(process.stdout, 'write').mockImplementation((text, ...more) => {
  printed += String(text)
  const done = more.at(-1)
  if (typeof done === 'function') done()
  return true
})
afterEach(() => {
  printed = ''
})

const sent: [string, unknown][] = []
const connection = {
  async call(channel: string, input: unknown) {
    sent.push([channel, input])
    if (channel === 'memory.list') return { memories: [memory], total: 1 }
    if (channel === 'memory.answers') return { answers: [answer], total: 1 }
    return channel.startsWith('memory.remove') ? { removed: 2 } : memory
  },
} as unknown as Connection
const progress = new ProgressLine()

it('lists what was told and what was answered, a line each, without control characters', async () => {
  await listMemories(connection, { search: 'units', answers: false, json: false }, progress)
  expect(sent.pop()).toEqual(['memory.list', { text: 'units', offset: 0, limit: 500 }])
  expect(printed).toBe('m1\tfrom a session\t80%\tI prefer SI units.\tunits, preference\n')
  printed = ''
  await listMemories(connection, { answers: true, json: false }, progress)
  expect(sent.pop()?.[0]).toBe('memory.answers')
  expect(printed).toBe('r1\tsources changed\tWhy do leaves fall?\tThe tree seals their stalks.\n')
})

it('writes one, deletes some, and all only where that is confirmed', async () => {
  await writeMemory(connection, null, 'I prefer SI units.', { tag: ['units'] }, progress)
  expect(sent.pop()).toEqual(['memory.add', { text: 'I prefer SI units.', tags: ['units'] }])
  const forget = (ids: string[], all: boolean, yes: boolean, answers = false) =>
    forgetMemories(connection, ids, { all, yes, answers }, progress)
  expect(await forget([], false, false)).not.toBe(0)
  expect(await forget([], true, false)).not.toBe(0)
  expect(await forget(['m1'], true, true)).not.toBe(0)
  expect(sent).toEqual([])
  expect(await forget(['m1', 'm2'], false, false)).toBe(0)
  expect(sent.pop()).toEqual(['memory.remove', { ids: ['m1', 'm2'] }])
  expect(await forget([], true, true, true)).toBe(0)
  expect(sent.pop()).toEqual(['memory.removeAnswers', { ids: null }])
  await switchMemories(connection, false, { answers: false })
  expect(sent.pop()).toEqual(['settings.set', { remembers: false }])
})
