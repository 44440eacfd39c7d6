import { describe, expect, it } from 'vitest'
import type { GivenItem } from '../../../contract/library/memory'
import { loadTokenCounter } from '../../../main/memory/count-tokens'
import { type Candidate, packContext } from '../../../main/memory/pack'

const item = (id: string, text: string): GivenItem => ({ kind: 'memory', id, text, relevance: 0.5, at: '2026-01-31' })
const candidate = (id: string, text: string, value: number): Candidate => ({ item: item(id, text), value })
const sentence = 'This sentence has about sixty letters, all of them in words. '

const count = await loadTokenCounter()

describe('a context', () => {
  it('keeps to its budget, and takes what is worth most for its length first', () => {
    const long = sentence.repeat(8).trim()
    const { items, tokens } = packContext(
      [candidate('long', long, 0.9), candidate('short', sentence.trim(), 0.5), candidate('poor', long, 0.2)],
      160,
      count,
    )
    expect(items.map(({ id }) => id)).toEqual(['short', 'long'])
    expect(tokens).toBeLessThanOrEqual(160)
  })

  it('begins with what a plugin put first, whatever it is worth', () => {
    const [rich, poor] = [candidate('rich', sentence, 0.9), candidate('poor', sentence, 0.1)]
    const ids = (candidates: Candidate[]) => packContext(candidates, 200, count).items.map(({ id }) => id)
    expect(ids([rich, poor])).toEqual(['rich', 'poor'])
    expect(ids([rich, { ...poor, rank: 0 }])).toEqual(['poor', 'rich'])
  })

  it('cuts between sentences alone', () => {
    const text = sentence.repeat(8).trim()
    const { items } = packContext([candidate('long', text, 0.9)], 80, count)
    const [only] = items
    expect(text.startsWith(only?.text ?? '?')).toBe(true)
    expect(only?.text).toMatch(/words\.$/)
    expect(packContext([candidate('long', text, 0.9)], 10, count).items).toEqual([])
  })

  it('holds a function whole or not at all', () => {
    const text =
      'function sum(values) {\n  // Adds them up. From the first one. To the last one.\n  return values.reduce(add, 0)\n}'
    const code: Candidate = {
      item: {
        kind: 'code',
        id: 'code',
        text,
        path: 'sum.js',
        symbol: 'sum',
        lineStart: 1,
        lineEnd: 4,
        relevance: 1,
        at: '',
      },
      value: 1,
    }
    expect(packContext([code], 100, count).items).toEqual([code.item])
    expect(packContext([code], 40, count).items).toEqual([])
  })
})

describe('tokens', () => {
  it('are as a language model counts them, also of what means something to its server', () => {
    expect(count('The quick brown fox jumps over the lazy dog.')).toBe(10)
    expect(count('热泵的季节性能系数')).toBeLessThan(10)
    expect(count('<|endoftext|>')).toBeGreaterThan(1)
  })

  it('are counted in time that grows with the text, whatever it is', () => {
    expect(count('a'.repeat(400_000))).toBe(50_000)
  })
})
