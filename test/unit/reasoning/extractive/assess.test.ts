import { describe, expect, it } from 'vitest'
import type { ClarificationRound } from '../../../../contract/session/session'
import { createExtractiveEngine } from '../../../../main/reasoning'
import { workingQuestion } from '../../../../main/reasoning/extractive/working-question'
import { chineseCity, slabs } from '../documents'
import { createMemoryLibrary, type MemoryDocument } from '../memory-library'

const options = { signal: new AbortController().signal }
const assess = (documents: readonly MemoryDocument[], question: string, clarifications: ClarificationRound[] = []) =>
  createExtractiveEngine(createMemoryLibrary(documents, { sentences: 2 }).ports).assessQuestion(
    { question, clarifications },
    options,
  )

const round = (kind: ClarificationRound['kind'], answer: string | null, at = 1): ClarificationRound => ({
  round: at,
  kind,
  prompt: { kind: 'askQuestion', values: {} },
  reason: { kind: 'questionNamesNothing', values: {} },
  suggestions: [],
  answer,
})

/** Four themes, each in many passages, all of which speak of polymers. */
const sides = ['glass transition', 'fatigue cracks', 'water uptake', 'recycling plants']
const broad: MemoryDocument[] = Array.from({ length: 160 }, (_, n) => {
  const side = sides[n % sides.length]
  return {
    id: `polymer-${n}`,
    title: `Polymers and ${side}`,
    text: `Polymers were examined with regard to ${side} in series ${n}. The ${side} of polymers was recorded again.`,
  }
})

describe('assessQuestion', () => {
  it.each(['tell me more', 'what about it?', 'data?', '', '???', '请继续', '还有什么？'])(
    'asks what is meant by “%s”',
    async (question) => {
      const asked = await assess(slabs, question)
      expect(asked?.kind).toBe('emptyQuestion')
      expect(asked?.round).toBe(1)
    },
  )
  it('suggests themes of the material, in the language of the question', async () => {
    const asked = await assess([...slabs, ...broad.slice(0, 60)], 'tell me more')
    expect(asked?.suggestions.length).toBeGreaterThanOrEqual(2)
    expect(asked?.suggestions.join(' ')).toMatch(/glass transition|fatigue cracks|heat conduction|composite slabs/i)
    expect((await assess(chineseCity, '还有什么？'))?.prompt).toEqual({ kind: 'askQuestion', values: {} })
  })
  it.each([
    'How does the surface temperature depend on contact resistance?',
    'slipstream',
    'composite slabs',
    '东关街在哪里？',
  ])('does not hold up a specific question: %s', async (question) => {
    expect(await assess([...slabs, ...chineseCity], question)).toBeNull()
  })
  it('asks which side is meant where a subject is all over a large library', async () => {
    const asked = await assess(broad, 'polymers')
    expect(asked?.kind).toBe('tooBroad')
    expect(asked?.prompt).toEqual({ kind: 'askNarrower', values: { subject: 'polymers' } })
    expect(asked?.suggestions.length).toBeGreaterThanOrEqual(3)
    expect(await assess(broad, 'fatigue cracks in polymers of series 7')).toBeNull()
  })
  it('does not ask again after being told to go on', async () => {
    expect(await assess(slabs, 'tell me more', [round('emptyQuestion', null)])).toBeNull()
    expect((await assess(slabs, 'tell me more', [round('emptyQuestion', 'more')]))?.round).toBe(2)
  })
  it('goes on with the answer', async () => {
    expect(await assess(slabs, 'tell me more', [round('emptyQuestion', 'contact resistance of slabs')])).toBeNull()
  })
})

describe('workingQuestion', () => {
  it('takes an answer to an empty question as the question, and narrows a broad one', () => {
    const inquiry = (question: string, ...clarifications: ClarificationRound[]) => ({ question, clarifications })
    expect(workingQuestion(inquiry('tell me more', round('emptyQuestion', 'How do storks fly?')))).toBe(
      'How do storks fly?',
    )
    expect(workingQuestion(inquiry('polymers?', round('tooBroad', 'fatigue')))).toBe('polymers: fatigue')
    expect(workingQuestion(inquiry('Why on earth is it still C?'))).toBe('Why is it still C?')
    expect(workingQuestion(inquiry('Which rocks are the oldest on earth?'))).toBe(
      'Which rocks are the oldest on earth?',
    )
    expect(workingQuestion(inquiry('polymers', round('tooBroad', 'How do polymers fail by fatigue?')))).toBe(
      'How do polymers fail by fatigue?',
    )
    expect(workingQuestion(inquiry('polymers', round('tooBroad', null)))).toBe('polymers')
  })

  it.each([
    ['How do I start the windmill, step by step?', 'How do I start the windmill?'],
    ['Explain in detail how it is started, please.', 'Explain in detail how it is started.'],
    ['Explain how it grinds, in detail, please', 'Explain how it grinds'],
    ['如何启动风车，请详细说明？', '如何启动风车？'],
    // What is asked for and not how it is told stays.
    ['What is a step by step motor?', 'What is a step by step motor?'],
    ['Please', 'Please'],
  ])('leaves out how “%s” is to be answered', (question, plain) => {
    expect(workingQuestion({ question, clarifications: [] })).toBe(plain)
  })
})
