import { describe, expect, it } from 'vitest'
import type { MatchHistoryEntry } from '../../../../contract/resources/resource-match'
import { unnamedUses } from '../../../../renderer/features/resources/history-list'

const entry = (selected: string | null, offered: string[] = []): MatchHistoryEntry => ({
  matchId: 'm',
  at: '2026-11-22T05:00:00Z',
  query: 'q',
  matched: offered.map((resourceId) => ({ resourceId, name: resourceId, confidence: 1 })),
  selected,
  success: null,
  durationMs: null,
  rows: null,
  error: null,
  feedback: null,
})

describe('unnamedUses', () => {
  it('asks for used resources that were not offered, each once', () => {
    expect(unnamedUses([entry('a'), entry('b', ['b', 'c']), entry('a', ['c']), entry(null), entry('d')])).toEqual([
      'a',
      'd',
    ])
  })

  it('asks for no more than fifty', () => {
    expect(unnamedUses(Array.from({ length: 200 }, (_, index) => entry(`r${index}`)))).toHaveLength(50)
  })
})
