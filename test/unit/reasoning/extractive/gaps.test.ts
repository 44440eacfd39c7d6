import { describe, expect, it } from 'vitest'
import { createExtractiveEngine, type FinishedStep, type Inquiry } from '../../../../main/reasoning'
import { callRecall } from '../../../fixtures/call-recall'
import { slabs } from '../documents'
import { createMemoryLibrary } from '../memory-library'

const options = { signal: new AbortController().signal }

/** Runs a question as a session does: steps, and more of them while something is missing. */
async function research(question: string) {
  const { ports } = createMemoryLibrary(slabs)
  const engine = createExtractiveEngine(ports)
  const inquiry: Inquiry = { question, clarifications: [] }
  const investigation = await engine.investigate(inquiry, options)
  const finished: FinishedStep[] = []
  const added: string[][] = []
  let gaps: readonly string[] = []
  do {
    const planned = await engine.plan({ inquiry, investigation, previous: null, remark: null, gaps, finished }, options)
    added.push(planned.map(({ query }) => query))
    for (const step of planned) {
      const asked = { inquiry, step, earlier: [], resources: [] }
      const findings = await engine.gatherEvidence(asked, { ...options, callTool: callRecall(ports.recall) })
      finished.push({ step, findings })
    }
    gaps = await engine.findGaps({ inquiry, steps: finished }, options)
  } while (gaps.length > 0)
  const report = await engine.writeReport({ inquiry, steps: finished, partial: false }, options)
  return { engine, investigation, finished, added: added.slice(1), report }
}

describe('what the extractive engine misses', () => {
  it('searches once more, with fewer words, for an aspect that found nothing, and says only what is missing still', async () => {
    const { finished, added, report } = await research(
      'How is heat conduction in composite slabs solved, and why do storks migrate nocturnally despite volcanic turbulence, magnetic anomalies and pelagic predators?',
    )
    expect(added).toEqual([['storks migrate']])
    const [empty, wider] = [finished[1], finished.at(-1)]
    expect([empty?.findings?.evidence.length, wider?.findings?.evidence.length]).toEqual([0, 3])
    expect(wider?.findings?.evidence[0]?.sentence).toBe('Storks fly to Africa in autumn.')
    expect(new Set(finished.map(({ step }) => step.id)).size).toBe(finished.length)
    const notFound = report.sections.find(({ kind }) => kind === 'notFound')?.sentences ?? []
    expect(notFound.filter((sentence) => JSON.stringify(sentence).includes(empty?.step.title ?? ''))).toEqual([])
  })

  it('searches no more where the library uses none of the words, or has nothing on the whole question', async () => {
    const unknown = await research(
      'How is heat conduction in composite slabs solved, and how do juvenile seabirds orient offshore near estuaries?',
    )
    expect(unknown.added).toEqual([])
    expect((await research('Which zeppelins docked where, and who built their hangars?')).added).toEqual([])
  })
})

describe('a follow-up', () => {
  it('has no step where those before it searched for all of it, else steps of its own', async () => {
    const question = 'How is heat conduction in composite slabs solved?'
    const { engine, investigation, finished } = await research(question)
    const plan = (followUp: string) => {
      const inquiry = { question: followUp, earlier: [question], clarifications: [] }
      return engine.plan({ inquiry, investigation, previous: null, remark: null, gaps: [], finished }, options)
    }
    expect(await plan('How is heat conduction in composite slabs solved?')).toEqual([])
    const steps = await plan('Where do storks fly in autumn and winter?')
    expect(steps.map(({ query }) => query)).toEqual(['Where do storks fly in autumn and winter?'])
    expect(finished.map(({ step }) => step.id)).not.toContain(steps[0]?.id)
  })
})
