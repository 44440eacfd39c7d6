import type { RecallHit } from '../../../contract/recall/recall'
import type { ClarificationRound } from '../../../contract/session/session'
import { contentWords, languageOf, occurrence, profileText, vagueWords, type Word } from '../../language'
import type { Inquiry, ReasoningOptions } from '../port'
import { findThemes } from '../themes/find-themes'
import { wordingFor } from '../wording'
import { embedCovered } from './embed-covered'
import type { LibraryView } from './library-view'
import type { ExtractivePorts } from './ports'
import { tidyQuestion, workingQuestion } from './working-question'

type Asked = Omit<ClarificationRound, 'answer'>

/** Content words from which on a question is specific enough never to be called broad. */
const specificFrom = 4
/** A library smaller than this is read whole by any question: nothing in it is too broad. */
const broadFromPassages = 120
/** Passages looked at for breadth, and the share of them that must all be equally good. */
const breadthTop = 80
const breadthShare = 0.6
const flatness = 0.45

function meaningful(question: string): Word[] {
  return contentWords(question).filter(
    (word) => !vagueWords.has(word.surface.toLowerCase()) && !(word.isHan && word.stem.length < 2),
  )
}

async function themeNames(
  ports: ExtractivePorts,
  view: LibraryView,
  passages: readonly RecallHit[] | LibraryView['sample'],
  queryStems: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<string[]> {
  const vectors = await embedCovered(
    ports,
    passages.map((passage) => passage.text),
    signal,
  )
  return findThemes({ passages, vectors, background: view.background, queryStems, most: 6 })
    .map((theme) => inSentence(theme.phrases[0] ?? theme.name))
    .slice(0, 4)
}

/** A heading's capital is dropped inside a sentence; a name's stays, as its other words have capitals too. */
function inSentence(phrase: string): string {
  const [first = '', ...rest] = phrase.split(' ')
  const isHeading = rest.length > 0 && /^\p{Lu}\p{Ll}/u.test(first) && rest.every((word) => /^\p{Ll}/u.test(word))
  return isHeading ? phrase.charAt(0).toLowerCase() + phrase.slice(1) : phrase
}

/** Every fourth of 240 and so on: a sample of a sample that still spans the library. */
function spreadOut<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items]
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)]).flatMap(
    (item) => item ?? [],
  )
}

function suggestionsFrom(names: readonly string[], phrasings: readonly ((name: string) => string)[]): string[] {
  return names.flatMap((name, at) => phrasings[at % phrasings.length]?.(name) ?? [])
}

async function isDiffuse(
  ports: ExtractivePorts,
  view: LibraryView,
  words: readonly Word[],
  question: string,
  signal: AbortSignal,
): Promise<RecallHit[] | null> {
  if (words.length >= specificFrom || view.summary.passages < broadFromPassages) return null
  const { hits } = await ports.recall(question, { top: breadthTop, signal })
  const best = hits[0]?.reason.score ?? 0
  const flat = hits.filter((hit) => {
    const profile = profileText(`${hit.title ?? ''} ${hit.headingPath.join(' ')} ${hit.text}`)
    return hit.reason.score >= best * flatness && words.every((word) => occurrence(word, profile) >= 0.7)
  })
  return flat.length >= breadthTop * breadthShare ? flat : null
}

/**
 * Asks back where the question names nothing, or where what it names is all over the library with nothing standing out.
 * A specific question is never held up, nor one whose asking was skipped.
 */
export async function assessQuestion(
  ports: ExtractivePorts,
  view: LibraryView,
  inquiry: Inquiry,
  options: ReasoningOptions,
): Promise<Asked | null> {
  const rounds = inquiry.clarifications.length
  const last = inquiry.clarifications.at(-1)
  if (last !== undefined && last.answer === null) return null
  const round = rounds + 1
  const question = workingQuestion(inquiry)
  const wording = wordingFor(languageOf(question))
  const words = meaningful(question)
  if (words.length === 0) {
    const names = await themeNames(ports, view, spreadOut(view.sample, 60), new Set(), options.signal)
    return {
      round,
      kind: 'emptyQuestion',
      prompt: { kind: 'askQuestion', values: {} },
      reason: { kind: 'questionNamesNothing', values: {} },
      suggestions: suggestionsFrom(names, wording.ask.onTheme),
    }
  }
  const flat = await isDiffuse(ports, view, words, question, options.signal)
  if (flat === null) return null
  const subject = subjectOf(question, words)
  const stems = new Set(words.map((word) => word.stem))
  const names = await themeNames(ports, view, spreadOut(flat, 60), stems, options.signal)
  // Fewer than three sides to choose from is not a broad question.
  if (names.length < 3) return null
  return {
    round,
    kind: 'tooBroad',
    prompt: { kind: 'askNarrower', values: { subject } },
    reason: {
      kind: 'questionTooBroad',
      values: { subject, passages: flat.length, sources: new Set(flat.map((hit) => hit.sourceId)).size },
    },
    suggestions: names.flatMap((name, at) => {
      const phrase = wording.ask.narrowed[at % wording.ask.narrowed.length]
      return phrase === undefined ? [] : [tidyQuestion(phrase(subject, name))]
    }),
  }
}

/** The words of the question from its first meaningful one to its last. */
function subjectOf(question: string, words: readonly Word[]): string {
  const first = words[0]
  const last = words.at(-1)
  return first === undefined || last === undefined ? question : question.slice(first.start, last.end)
}
