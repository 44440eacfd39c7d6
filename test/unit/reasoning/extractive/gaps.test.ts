import { describe, expect, it } from 'vitest'
import { createExtractiveEngine, type Evidence, type FinishedStep, type Inquiry } from '../../../../main/reasoning'
import { callRecall } from '../../../fixtures/call-recall'
import { slabs } from '../documents'
import { createMemoryLibrary } from '../memory-library'

const options = { signal: new AbortController().signal }

/** Runs a question as a session does: steps, and more of them while something is missing. */
async function research(question: string, documents = slabs) {
  const { ports } = createMemoryLibrary(documents)
  const engine = createExtractiveEngine(ports)
  const inquiry: Inquiry = { question, clarifications: [] }
  const investigation = await engine.investigate(inquiry, options)
  const finished: FinishedStep[] = []
  const gather = (step: FinishedStep['step']) => {
    const earlier = finished.flatMap((one) =>
      one.findings !== null && step.dependsOn.includes(one.step.id) ? [{ step: one.step, findings: one.findings }] : [],
    )
    const asked = { inquiry, step, earlier, resources: [] }
    return engine.gatherEvidence(asked, { ...options, callTool: callRecall(ports.recall) })
  }
  const added: string[][] = []
  let gaps: readonly string[] = []
  do {
    const planned = await engine.plan({ inquiry, investigation, previous: null, remark: null, gaps, finished }, options)
    added.push(planned.map(({ query }) => query))
    for (const step of planned) {
      finished.push({ step, findings: await gather(step) })
    }
    gaps = await engine.findGaps({ inquiry, steps: finished }, options)
  } while (gaps.length > 0)
  const report = await engine.writeReport({ inquiry, steps: finished, partial: false }, options)
  return { engine, investigation, finished, added: added.slice(1), report, gather }
}

describe('what the extractive engine misses', () => {
  it('searches once more, with fewer words, for an aspect that found nothing, and says once what is missing still', async () => {
    const { finished, added, report } = await research(
      'How is heat conduction in composite slabs solved, and why do storks migrate nocturnally despite volcanic turbulence, magnetic anomalies and pelagic predators?',
    )
    expect(added).toEqual([['storks migrate']])
    // Any sentence with one of two words holds half of them: what was found is held against the whole question.
    const [empty, wider] = [finished[1], finished.at(-1)]
    expect([empty?.findings?.evidence.length, wider?.findings?.evidence.length]).toEqual([0, 0])
    expect(new Set(finished.map(({ step }) => step.id)).size).toBe(finished.length)
    const notFound = report.sections.find(({ kind }) => kind === 'notFound')?.sentences ?? []
    expect(JSON.stringify(notFound).split(empty?.step.title ?? '').length - 1).toBe(1)
  })

  it('says nothing of an aspect as missing that the wider search answers', async () => {
    const question = 'How is heat conduction in composite slabs solved, and why do storks follow the coast?'
    const { engine, finished, investigation, gather } = await research(question)
    const emptied = finished.map((one, at) => (at === 1 ? { ...one, findings: { found: 3, evidence: [] } } : one))
    const inquiry: Inquiry = { question, clarifications: [] }
    const gaps = await engine.findGaps({ inquiry, steps: emptied }, options)
    expect(gaps).toEqual([finished[1]?.step.title])
    const planned = { inquiry, investigation, previous: null, remark: null, gaps, finished: emptied }
    const [wider] = await engine.plan(planned, options)
    expect(wider?.query).toBe('storks follow')
    const findings = await gather(wider!)
    expect(findings.evidence.map(({ sentence }) => sentence)).toContain('Storks fly to Africa in autumn.')
    const steps = [...emptied, { step: wider!, findings }]
    expect(await engine.findGaps({ inquiry, steps }, options)).toEqual([])
    const { sections } = await engine.writeReport({ inquiry, steps, partial: false }, options)
    expect(JSON.stringify(sections.find(({ kind }) => kind === 'notFound'))).not.toContain(finished[1]?.step.title)
  })

  it('searches no more where the library uses none of the words, or has nothing on the whole question', async () => {
    const unknown = await research(
      'How is heat conduction in composite slabs solved, and how do juvenile seabirds orient offshore near estuaries?',
    )
    expect(unknown.added).toEqual([])
    expect((await research('Which zeppelins docked where, and who built their hangars?')).added).toEqual([])
  })
})

describe('a comparison of what the sources say', () => {
  it('keeps nothing where the steps before it found nothing', async () => {
    const kites = {
      id: 'kites',
      title: 'Kites and balloons',
      text: 'Kites differ from balloons in the wind. Balloons rise where the air is warmer than they are.',
    }
    const question = 'Which licence, insurance and radio must a pilot of kites carry in Norway, Sweden or Denmark?'
    const winds = {
      id: 'winds',
      title: 'Winds',
      text: 'A pilot of balloons watches the wind over the coast of Norway.',
    }
    const { finished } = await research(question, [...slabs, kites, winds])
    const compared = finished.at(-1)
    expect(finished).toHaveLength(2)
    expect(compared?.step.dependsOn).toEqual(finished.slice(0, -1).map(({ step }) => step.id))
    expect(finished.map(({ findings }) => findings?.evidence.length)).toEqual(finished.map(() => 0))
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
    // One word more, or another kind of answer, was not searched for.
    expect(await plan('How is heat conduction in composite slabs solved in 1958?')).not.toEqual([])
    expect(await plan('When is heat conduction in composite slabs solved?')).not.toEqual([])
    const steps = await plan('Where do storks fly in autumn and winter?')
    expect(steps.map(({ query }) => query)).toEqual(['Where do storks fly in autumn and winter?'])
    expect(finished.map(({ step }) => step.id)).not.toContain(steps[0]?.id)
  })
  it('asks a database again: what it answered holds for the very question that it was asked', async () => {
    const question = 'How is heat conduction in composite slabs solved?'
    const { engine, investigation, finished } = await research(question)
    const place = { kind: 'query' } as Evidence['place']
    const answered = finished.map((one) => ({
      ...one,
      findings: one.findings && {
        ...one.findings,
        evidence: one.findings.evidence.map((said) => ({ ...said, place })),
      },
    }))
    const inquiry = { question, earlier: [question], clarifications: [] }
    const planned = { inquiry, investigation, previous: null, remark: null, gaps: [] }
    expect(await engine.plan({ ...planned, finished }, options)).toEqual([])
    expect(await engine.plan({ ...planned, finished: answered }, options)).not.toEqual([])
  })
})
