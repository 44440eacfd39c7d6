import { describe, expect, it } from 'vitest'
import { type CitationView, isClaim, type ReportView } from '../../../../contract/report/report'
import { createExtractiveEngine } from '../../../../main/reasoning'
import { checkCitedness } from '../../../bench/research/citedness'
import { callRecall } from '../../../fixtures/call-recall'
import { slabs } from '../documents'
import { createMemoryLibrary } from '../memory-library'

const options = { signal: new AbortController().signal }

async function writtenReport(question = 'What is the contact resistance of composite slabs above the theory?') {
  const inquiry = { question, clarifications: [] }
  const library = createMemoryLibrary(slabs)
  const engine = createExtractiveEngine(library.ports)
  const investigation = await engine.investigate(inquiry, options)
  const planned = await engine.plan(
    { inquiry, investigation, previous: null, remark: null, gaps: [], finished: [] },
    options,
  )
  const steps = await Promise.all(
    planned.map(async (step) => ({
      step,
      findings: await engine.gatherEvidence(
        { inquiry, step, earlier: [], resources: [] },
        { ...options, callTool: callRecall(library.ports.recall) },
      ),
    })),
  )
  return { library, engine, report: await engine.writeReport({ inquiry, steps, partial: false }, options) }
}

const claimsOf = (report: ReportView) => report.sections.flatMap((section) => section.sentences).filter(isClaim)
const sourceOf = ({ place }: CitationView): string => (place.kind === 'source' ? place.sourceId : '')
const citing = (report: ReportView, sourceId: string) => {
  const numbers = report.citations.filter((c) => sourceOf(c) === sourceId).map((c) => c.n)
  return claimsOf(report).filter((sentence) => sentence.citations.some((n) => numbers.includes(n)))
}

describe('verification of a verbatim report', () => {
  it('finds every sentence in its source', async () => {
    const { library, engine, report } = await writtenReport()
    const verified = await engine.verifyReport(report, options)
    expect(claimsOf(verified).every((sentence) => sentence.verdict === 'supported')).toBe(true)
    expect(verified.supported).toBe(verified.claims)
    const outside = await checkCitedness(verified, async (id) => library.texts.get(id) ?? null)
    expect(outside.supported).toBe(outside.claims)
  })

  it('fails on a corrupted extract: one changed letter in each sentence', async () => {
    const { library, engine, report } = await writtenReport()
    for (const [id, text] of library.texts) library.texts.set(id, text.replaceAll('s', 'z'))
    const verified = await engine.verifyReport(report, options)
    expect(verified.supported).toBe(0)
    expect(verified.citations.every((citation) => citation.state === 'changed')).toBe(true)
    const outside = await checkCitedness(verified, async (id) => library.texts.get(id) ?? null)
    expect(outside.supported).toBe(0)
    expect(outside.failures[0]).toMatch(/reads otherwise/)
  })

  it('says that a source contradicts where it now gives another figure', async () => {
    const { library, engine, report } = await writtenReport()
    library.texts.set('slab-2', (library.texts.get('slab-2') ?? '').replace('12 percent', '47 percent'))
    const verified = await engine.verifyReport(report, options)
    const sentence = citing(verified, 'slab-2').find(({ text }) => text.includes('12 percent'))
    expect(sentence?.verdict).toBe('contradicted')
    expect(sentence?.reason).toEqual({
      kind: 'textDiffers',
      values: { objection: { kind: 'numbersNotCited', values: { numbers: ['12'] } } },
    })
  })

  it('tells a moved sentence from a missing one, and a source that is gone', async () => {
    const { library, engine, report } = await writtenReport(
      'How is heat conduction in composite slabs solved, and how is contact measured?',
    )
    library.texts.set('slab-2', `A new first line.\n${library.texts.get('slab-2')}`)
    const other = report.citations.map(sourceOf).find((id) => id !== 'slab-2') ?? ''
    library.texts.delete(other)
    const verified = await engine.verifyReport(report, options)
    expect(citing(verified, 'slab-2')[0]?.reason?.kind).toBe('movedInSource')
    expect(citing(verified, other)[0]?.reason?.kind).toBe('sourceGone')
    expect(verified.citations.find((c) => sourceOf(c) === other)?.state).toBe('deleted')
  })

  it('does not take the report at its word: a changed sentence, a wrong number, a missing citation', async () => {
    const { engine, report } = await writtenReport()
    const [first] = claimsOf(report)
    const change = (replace: object): ReportView => ({
      ...report,
      sections: report.sections.map((section) => ({
        ...section,
        sentences: section.sentences.map((sentence) =>
          sentence.id === first?.id ? { ...sentence, ...replace } : sentence,
        ),
      })),
    })
    for (const replace of [{ text: 'Slabs are never hot.' }, { citations: [99] }, { citations: [] }]) {
      const verified = await engine.verifyReport(change(replace), options)
      expect(claimsOf(verified).find(({ id }) => id === first?.id)?.verdict).not.toBe('supported')
    }
  })

  it('notices kept text that was tampered with, by its hash', async () => {
    const { engine, report } = await writtenReport()
    const citations = report.citations.map((citation) => ({ ...citation, citedTextHash: '0'.repeat(64) }))
    const verified = await engine.verifyReport({ ...report, citations }, options)
    expect(verified.supported).toBe(0)
  })

  it('checks a sentence in own words by rules', async () => {
    const { engine, report } = await writtenReport()
    const n = report.citations.find((citation) => citation.citedText.includes('12 percent'))?.n ?? 0
    const own = (text: string) => ({
      id: 'x',
      text,
      citations: [n],
      verdict: 'unchecked' as const,
      method: 'rules' as const,
      reason: null,
      paragraph: 0,
    })
    const section = {
      kind: 'aspect' as const,
      heading: 'Own words',
      sentences: [
        own('Contact resistance of composite slabs measured 12 percent above theory.'),
        own('Contact resistance of composite slabs measured 30 percent above theory.'),
      ],
    }
    const verified = await engine.verifyReport({ ...report, sections: [section] }, options)
    expect(claimsOf(verified).map((sentence) => sentence.verdict)).toEqual(['supported', 'contradicted'])
  })
})
