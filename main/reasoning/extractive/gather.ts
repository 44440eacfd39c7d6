import { recallAnswer } from '../../../contract/recall/recall'
import {
  asksOverRows,
  contentStems,
  contentWords,
  displayText,
  groupBy,
  isPartOf,
  type QuestionKind,
  questionKind,
} from '../../language'
import { gatherCode, isOnCode } from '../code/gather'
import type { EngineStep, Evidence, GatheringOptions, Inquiry, StepFindings, StepInput } from '../port'
import { bearingOn } from '../sentences/answers'
import type { Candidate } from '../sentences/candidate'
import { definitionFor } from '../sentences/definitions'
import { leadFor } from '../sentences/leads'
import { limitsIn, listFor } from '../sentences/lists'
import { preferSender, sendersOf } from '../sentences/mail'
import { procedureFor } from '../sentences/procedures'
import { type EvidenceUnit, selectSentences } from '../sentences/select'
import { contrastIn, contrastsAmong } from '../sentences/sides'
import { inPlainWords } from '../sentences/terms'
import { type WeighedSentence, weighSentences } from '../sentences/weigh'
import { askResources } from './ask-resources'
import { compares, isComparison } from './comparison'
import { embedCovered } from './embed-covered'
import { isWiderSearch } from './gaps'
import { evidenceFrom, toEvidence } from './kept-evidence'
import type { LibraryView } from './library-view'
import type { ExtractivePorts } from './ports'
import { readDocuments } from './read-documents'
import { workingQuestion } from './working-question'

/** Passages that documents are ranked by, and sentences kept: what a part of the question, or a theme beside it, has room for. */
export const passagesPerStep = 100
const sentencesPerStep = { question: 24, theme: 6 } as const

/** Sources beside its own in which a sentence stands word by word, at most: those that are found first. */
const mostEchoes = 2

/** Chosen sentences where they stand in other sources, too: said once, they cite these as well. */
function echoesOf(
  units: readonly EvidenceUnit[],
  candidates: readonly Candidate[],
  senders: ReadonlyMap<string, string>,
): Evidence[] {
  const byText = groupBy(candidates, ({ sentence }) => displayText(sentence))
  return units.flatMap(({ sentences, score }) =>
    sentences.flatMap((own) => {
      const others = byText.get(displayText(own.sentence))?.filter(({ hit }) => hit.sourceId !== own.hit.sourceId) ?? []
      const echoes = [...groupBy(others, ({ hit }) => hit.sourceId).values()].flatMap(([first]) => first ?? [])
      return echoes.slice(0, mostEchoes).map((echo) => evidenceFrom(echo, score * echoShare, senders))
    }),
  )
}

/** What documents say beside functions that answer: this many sentences at most, each worth as much. */
const besideCode = { sentences: 4, score: 0.6 } as const

/** Keeps an echo behind every sentence that is worth saying. */
const echoShare = 0.001

/** What may be used: a person may have said never of a source. */
export const withoutExcluded = <Piece extends { readonly sourceId: string }>(
  pieces: readonly Piece[],
  { neverUse = [] }: Pick<Inquiry, 'neverUse'>,
): Piece[] => pieces.filter(({ sourceId }) => !neverUse.includes(sourceId))

/** What a part of the question itself asks; a theme, which asks nothing, is asked about as the question asks. */
function kindOf(step: EngineStep, question: string, isOfSides: boolean): QuestionKind {
  const own = isPartOf(question, step.query) && !isComparison(step) ? questionKind(step.query) : 'open'
  if (own !== 'open') return own
  return isOfSides ? 'definition' : questionKind(question)
}

/** Files that are tables, by their names. Asked as databases they are looked at as a whole, here only some of their rows are found. */
const isOfTable = ({ hit: { sourceName } }: Candidate): boolean =>
  /\.(?:csv|tsv|tab|psv|jsonl?|ndjson|xls[xm])$/i.test(sourceName)

/** Whether a row holds something that the question names; its column titles alone are those of every row. */
function holdsNamed({ sentence }: Candidate, question: string): boolean {
  const held = contentStems(sentence.replace(/(^|[,;\t|] ?)[^:;=\t|]{1,60}[:=] /g, '$1'))
  return [...contentStems(question)].some((stem) => held.has(stem))
}

/** Words that a question has at most which only names its topic: who asks “tar” first wants to know what that is. */
const topicWords = 3

const isTopic = (question: string): boolean =>
  questionKind(question) === 'open' && !/[?？]/.test(question) && contentWords(question).length <= topicWords

/** What answers by itself and opens the answer: a definition, the steps of a procedure, the items of a list, or the one sentence with a fact. */
function openingFor(
  kind: QuestionKind,
  query: string,
  definition: Candidate | undefined,
  weighed: readonly WeighedSentence[],
  documents: ReadonlyMap<string, number>,
): readonly Candidate[] {
  if (definition !== undefined) return [definition]
  if (kind === 'manner') return procedureFor(query, weighed, documents)
  if (kind === 'listing') return listFor(weighed, documents)
  if (kind === 'limit') return limitsIn(weighed, documents)
  const lead = leadFor(kind, query, weighed)
  return lead === undefined ? [] : [lead]
}

/** Evidence for one step: the best sentences of the documents that recall finds for its query, which are read whole. */
export async function gatherEvidence(
  ports: ExtractivePorts,
  view: LibraryView,
  input: StepInput,
  options: GatheringOptions,
): Promise<StepFindings> {
  const { step } = input
  const { signal } = options
  // Where nothing was found there is nothing to compare, and what is beside the question is no evidence.
  const isNothingFound =
    input.earlier.length > 0 && input.earlier.every(({ findings }) => findings.evidence.length === 0)
  if (isComparison(step) && isNothingFound && input.resources.length === 0) return { found: 0, evidence: [] }
  options.onProgress?.(0, 3)
  const { evidence: answered, unasked } = await askResources(ports, workingQuestion(input.inquiry), input, options)
  const called = await options.callTool({
    tool: 'recall',
    resourceId: null,
    input: { query: step.query, top: passagesPerStep },
  })
  const all = withoutExcluded(recallAnswer.parse(called.output).hits, input.inquiry)
  const question = workingQuestion(input.inquiry)
  // Half of a question seldom names what it is about: the other half does. The whole of one is asked as texts would say it, too.
  const otherWords = step.query === question ? inPlainWords(question) : question
  const allAround =
    step.query === otherWords
      ? []
      : withoutExcluded((await ports.recall(otherWords, { top: passagesPerStep, signal })).hits, input.inquiry)
  options.onProgress?.(1, 3)
  const { code, read, reading, quoted, candidates } = await readDocuments(
    ports,
    view,
    { queries: [step.query, question], hits: all, around: allAround },
    signal,
  )
  options.onProgress?.(2, 3)
  const contrast = contrastIn(question)
  const isContrast = contrast?.query === step.query
  // How two things differ is no way to do something: what sets them apart tells it, and what each of them is.
  const kind = isContrast ? 'open' : kindOf(step, question, contrast !== null)
  const senders = sendersOf(read)
  // Whatever has one of the few words of a wider search holds half of them: what was found is weighed by the question.
  const weighedBy = isWiderSearch(step) ? question : step.query
  const weighedAll = await weighSentences(
    { query: weighedBy, question, kind, candidates, background: view.background, reading },
    (texts) => embedCovered(ports, texts, signal),
  )
  const weighed = preferSender(question, weighedAll, senders)
  const isCompared = isComparison(step)
  const isOverRows = asksOverRows(step.query)
  const mayAnswer = weighed.filter(
    ({ candidate }) => !isOfTable(candidate) || (!isOverRows && holdsNamed(candidate, step.query)),
  )
  const bearing = isCompared
    ? weighed.filter(({ candidate }) => compares(candidate.sentence))
    : isContrast
      ? contrastsAmong(contrast.sides, weighed)
      : mayAnswer
  const isTheme = isCompared || !isPartOf(question, step.query)
  const isAnswered = isTheme || (await bearingOn(weighedBy, weighedAll, quoted, ports.readSourceText)) === 'answers'
  const most = sentencesPerStep[isTheme ? 'theme' : 'question']
  // A side of what is compared is a topic, too.
  const isDefined = kind === 'definition' || isTopic(step.query)
  const definition = isDefined && !isTheme ? definitionFor(step.query, candidates, reading) : undefined
  const functions =
    ports.code === undefined || isTheme
      ? []
      : await gatherCode(
          ports.code,
          step.query,
          isOnCode(all, code),
          (sourceId) => (input.inquiry.neverUse ?? []).includes(sourceId),
          (texts) => embedCovered(ports, texts, signal),
          signal,
        )
  const hasFunctions = functions.length > 0
  const told = hasFunctions ? bearing.filter(({ score }) => score >= besideCode.score) : bearing
  const answering =
    hasFunctions || isTheme || isContrast ? [] : openingFor(kind, step.query, definition, told, reading.documents)
  const units =
    isAnswered && told.length > 0
      ? selectSentences(told, hasFunctions ? besideCode.sentences : most, kind, answering)
      : []
  options.onProgress?.(3, 3)
  return {
    found: all.length + answered.length,
    evidence: [...answered, ...functions, ...toEvidence(units, senders), ...echoesOf(units, candidates, senders)],
    unasked,
  }
}
