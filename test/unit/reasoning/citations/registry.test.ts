import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../../../main/reasoning'
import { createCitationRegistry } from '../../../../main/reasoning/citations/registry'
import { sha256 } from '../../../../main/store/canonical-json'
import { placeIn } from '../../../fixtures/places'

function evidence(sourceId: string, start: number, sentence: string): Evidence {
  return {
    sentence,
    place: placeIn(sourceId, start, start + sentence.length, { sourceName: `${sourceId}.pdf`, sourceTitle: null }),
    score: 1,
    reason: {
      dense: 1,
      keyword: 1,
      feedback: null,
      section: null,
      neighbours: null,
      named: null,
      rerank: null,
      score: 1,
      rankBefore: 1,
      rankAfter: 1,
    },
  }
}

describe('citation registry', () => {
  it('numbers by first citation, not by offer', () => {
    const registry = createCitationRegistry()
    const a = registry.offer(evidence('a', 0, 'One.'))
    const b = registry.offer(evidence('b', 0, 'Two.'))
    expect(registry.cite([b])).toEqual([1])
    expect(registry.cite([a, b])).toEqual([2, 1])
    expect(registry.citations().map((citation) => citation.citedText)).toEqual(['Two.', 'One.'])
  })
  it('gives the same sentence of the same place one number', () => {
    const registry = createCitationRegistry()
    const first = registry.offer(evidence('a', 5, 'Same.'))
    expect(registry.offer(evidence('a', 5, 'Same.'))).toBe(first)
    expect(registry.offer(evidence('a', 15, 'Same.'))).not.toBe(first)
  })
  it('drops and counts what was never offered', () => {
    const registry = createCitationRegistry()
    registry.offer(evidence('a', 0, 'One.'))
    expect(registry.cite([1, 7, 0])).toEqual([1])
    expect(registry.dropped).toBe(2)
  })
  it('reads marks as a writer writes them', () => {
    const registry = createCitationRegistry()
    for (const source of ['a', 'b', 'c']) registry.offer(evidence(source, 0, 'Text.'))
    expect(registry.read('Heat rises [2][3]. ')).toEqual({ text: 'Heat rises.', citations: [1, 2] })
    expect(registry.read('It falls [2, 1] [9].')).toEqual({ text: 'It falls.', citations: [1, 3] })
    expect(registry.dropped).toBe(1)
  })
  it('leaves out what was offered and not cited, and keeps the cited text with its hash', () => {
    const registry = createCitationRegistry()
    registry.offer(evidence('a', 0, 'Unused.'))
    registry.cite([registry.offer(evidence('b', 3, 'Used.'))])
    expect(registry.citations()).toMatchObject([
      {
        n: 1,
        citedText: 'Used.',
        citedTextHash: sha256('Used.'),
        place: { sourceName: 'b.pdf', headingPath: ['Results'] },
      },
    ])
  })
})
