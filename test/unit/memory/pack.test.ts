import { describe, expect, it } from 'vitest'
import type { GivenItem } from '../../../contract/memory'
import { type Candidate, packContext } from '../../../main/memory/pack'

const item = (id: string, text: string): GivenItem => ({ kind: 'memory', id, text, relevance: 0.5, at: '2026-01-31' })
const candidate = (id: string, text: string, value: number): Candidate => ({ item: item(id, text), value })
const sentence = 'This sentence has about sixty letters, all of them in words. '

describe('a context', () => {
  it('keeps to its budget, and takes what is worth most for its length first', () => {
    const long = sentence.repeat(8).trim()
    const { items, tokens } = packContext(
      [candidate('long', long, 0.9), candidate('short', sentence.trim(), 0.5), candidate('poor', long, 0.2)],
      200,
    )
    expect(items.map(({ id }) => id)).toEqual(['short', 'long'])
    expect(tokens).toBeLessThanOrEqual(200)
  })

  it('begins with what a plugin put first, whatever it is worth', () => {
    const [rich, poor] = [candidate('rich', sentence, 0.9), candidate('poor', sentence, 0.1)]
    const ids = (candidates: Candidate[]) => packContext(candidates, 200).items.map(({ id }) => id)
    expect(ids([rich, poor])).toEqual(['rich', 'poor'])
    expect(ids([rich, { ...poor, rank: 0 }])).toEqual(['poor', 'rich'])
  })

  it('cuts between sentences alone', () => {
    const text = sentence.repeat(8).trim()
    const { items } = packContext([candidate('long', text, 0.9)], 80)
    const [only] = items
    expect(text.startsWith(only?.text ?? '?')).toBe(true)
    expect(only?.text).toMatch(/words\.$/)
    expect(packContext([candidate('long', text, 0.9)], 10).items).toEqual([])
  })
})
