import { QuarryError } from '../../../contract/errors'
import { type ModelRole, modelRole } from '../../../contract/models/model-turn'
import { type Claim, isClaim, type ReportView } from '../../../contract/report/report'
import { usualWork } from '../../../contract/session/engine'
import type { Evidence, Inquiry } from '../port'
import { assessWithModel } from './assess'
import { gatherWithModel } from './gather'
import { judgeWithModel } from './judge'
import { planWithModel } from './plan'
import type { SessionModel } from './session-model'
import { writePart } from './write-part'

/** Sentences of the samples, word by word. */
export const examSentences = {
  defrosting: 'Defrosting costs between 5 and 10 percent of the annual heat in a humid climate.',
  lifetime: 'Well-maintained machines last 15 to 20 years, and boreholes last 50 years or longer.',
  price:
    'An air-source heat pump for a family house costs between 10,000 and 25,000 euros installed, depending on the country; a ground-source system costs between 20,000 and 40,000 euros because of the boreholes.',
  evaporator: 'In the evaporator the refrigerant is cold and at low pressure.',
  tariff: 'A heat pump with a storage tank can choose when to run.',
} as const

/** A sentence that is to be kept may stand beside so many others. */
const mostKept = 3

/**
 * Gives a model the tasks of every role, by the same prompts and checks as a session does, on sentences of the samples. Throws what
 * keeps it from any answer at all: a server that is gone, a model that does not fit.
 * @param onRole called before each role, with the roles that are done
 */
export async function takeExam(
  model: SessionModel,
  { signal, onRole }: { readonly signal: AbortSignal; onRole(role: ModelRole, done: number): void },
): Promise<Record<ModelRole, { isPassed: boolean; error: QuarryError | null }>> {
  const results = {} as Awaited<ReturnType<typeof takeExam>>
  for (const [done, role] of modelRole.options.entries()) {
    onRole(role, done)
    try {
      results[role] = { isPassed: await tasks[role](model, signal), error: null }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof QuarryError) || !/^model\.(?:unusable|tooLong|failed)$/.test(error.code)) throw error
      results[role] = { isPassed: false, error }
    }
  }
  return results
}

const inquiryOf = (question: string): Inquiry => ({ question, clarifications: [] })

/** Whether a model does what its role asks of it. */
const tasks: Readonly<Record<ModelRole, (model: SessionModel, signal: AbortSignal) => Promise<boolean>>> = {
  async clarify(model, signal) {
    const clear = await assessWithModel(model, inquiryOf('How much heat does defrosting cost a heat pump?'), signal)
    const unclear = await assessWithModel(
      model,
      inquiryOf('How long does it last, and is the other one better?'),
      signal,
    )
    return clear === null && unclear !== null
  },

  async plan(model, signal) {
    const steps = await planWithModel(
      model,
      {
        inquiry: inquiryOf('How does a heat pump work, and what does it cost to run?'),
        investigation: null,
        previous: null,
        remark: null,
        gaps: [],
        finished: [],
      },
      signal,
    )
    const isAbout = (words: RegExp): boolean => steps.some(({ query }) => words.test(query))
    return isAbout(/cost|price|expens|run/i) && isAbout(/work|principle|cycle|function|operat|heat/i)
  },

  async research(model, signal) {
    const question = 'How much of the annual heat does defrosting cost?'
    const step = {
      id: 'step-1',
      title: 'Cost of defrosting',
      query: 'defrosting annual heat',
      dependsOn: [],
      skipped: false,
      type: 'research' as const,
      doneWhen: '',
    }
    const { price, evaporator, defrosting, tariff, lifetime } = evidence
    const { evidence: found } = await gatherWithModel(
      model,
      {
        toolsOf: async () => [],
        readSources: async () => [],
        pathOf: async () => '',
        hasMemories: async () => false,
        mayWriteFiles: async () => false,
        work: usualWork,
      },
      { found: 5, evidence: [price, evaporator, defrosting, tariff, lifetime] },
      { inquiry: inquiryOf(question), step, earlier: [], resources: [] },
      {
        signal,
        callTool: async () => ({ callId: 'exam', output: { hits: [], paths: [], notes: [], tookMs: 0 } }),
      },
      () => {},
    )
    const kept = found.filter(({ score }) => score > 0)
    return kept.length <= mostKept && kept.some(({ sentence }) => sentence === examSentences.defrosting)
  },

  async write(model, signal) {
    const question = 'What does an air-source heat pump cost, and how long does it last?'
    const asked = { question, heading: null, evidence: [evidence.price, evidence.lifetime], language: 'en' as const }
    const { sentences } = await writePart(model, asked, signal)
    return sentences.filter(({ isSupported }) => isSupported).length * 2 >= sentences.length
  },

  async verify(model, signal) {
    let judged = reportOf({
      true: 'Well-maintained machines last 15 to 20 years.',
      wrong: 'Boreholes last at most 15 years.',
      beyond: 'Machines of Swedish makers last the longest, 15 to 20 years.',
    })
    await judgeWithModel(model, judged, signal, (report) => {
      judged = report
    })
    const verdicts = judged.sections.flatMap(({ sentences }) => sentences.filter(isClaim)).map(({ verdict }) => verdict)
    return verdicts.map((verdict) => verdict === 'supported').join() === 'true,false,false'
  },
}

const evidence = Object.fromEntries(
  Object.entries(examSentences).map(([name, sentence], at): [string, Evidence] => [
    name,
    {
      sentence,
      score: 0,
      reason: null,
      place: {
        kind: 'source',
        sourceId: 'exam',
        sourceName: 'Heat pumps',
        sourceTitle: null,
        passageId: null,
        headingPath: [],
        contentHash: null,
        start: at * 1000,
        end: at * 1000 + sentence.length,
        page: null,
        lineStart: at + 1,
        lineEnd: at + 1,
      },
    },
  ]),
) as Record<keyof typeof examSentences, Evidence>

/** A report whose claims all cite the sentence about lifetimes, and passed the rules. */
function reportOf(claims: Readonly<Record<string, string>>): ReportView {
  const { sentence, place } = evidence.lifetime
  const sentences = Object.entries(claims).map(
    ([id, text]): Claim => ({
      id,
      text,
      citations: [1],
      paragraph: 0,
      verdict: 'supported',
      method: 'rules',
      reason: null,
    }),
  )
  return {
    title: 'Exam',
    language: 'en',
    sections: [{ kind: 'summary', sentences }],
    citations: [{ n: 1, place, citedText: sentence, citedTextHash: '', state: 'present' }],
    droppedCitations: 0,
    supported: sentences.length,
    claims: sentences.length,
    partial: false,
    writtenAt: '',
  }
}
