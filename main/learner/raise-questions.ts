import { createHash } from 'node:crypto'
import type { RaisedBy } from '../../contract/library/learner'
import { contentWords } from '../language'

/** A document as it may raise questions. */
export interface RaisingDocument {
  readonly sourceId: string
  readonly title: string
  /** Of the file as it was read. */
  readonly contentHash: string
  /** Headings with a word or mark that asks, in the order of the text. */
  readonly headings: readonly string[]
}

/** A domain with the words it goes by, and its documents, the nearest to its centre first. */
export interface RaisingDomain {
  /** Null: documents that are in no domain. */
  readonly name: string | null
  readonly aliases: readonly string[]
  /** Whether a person wrote its name, its aliases. */
  readonly isNamed: boolean
  readonly documents: readonly RaisingDocument[]
}

/** A question that the library raises. */
export interface RaisedQuestion {
  /** SHA-256 of its words, hex. */
  readonly key: string
  readonly question: string
  readonly raisedBy: RaisedBy
  /** The heading that asks, as it stands in its source; null of what asks what something is. */
  readonly heading: string | null
  readonly sourceIds: readonly string[]
  /** SHA-256 of what these sources say, hex: another one is reason to ask again. */
  readonly hash: string
}

/** Documents of a domain whose titles are asked about: those its page calls its key files. */
const keyFiles = 5
const longestQuestion = 200

/** Numbers and marks in front of a heading: `2.1.`, `(7)`, `Q:`. */
const enumerated = /^(?:\(?\d+(?:\.\d+)*[.):]?|[Qq]\s?\d*[:.])\s+/u
const asksInWords = /^(?:how|why|when|what|which|where|who|can|does|is|are|should)\b/iu
const asksInHan = /^(?:如何|怎样|怎么|为什么|为何|什么是|何时)/u
const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

/**
 * What the library asks: headings that are questions, in all documents; what the words are that a domain goes by, and the
 * subjects of its key files' titles. The same material raises the same questions in the same order, a domain after the other in turn.
 */
export function raiseQuestions(domains: readonly RaisingDomain[]): RaisedQuestion[] {
  const byDomain = domains.map(questionsOf)
  const raised = new Map<string, RaisedQuestion>()
  const longest = Math.max(0, ...byDomain.map(({ length }) => length))
  for (let turn = 0; turn < longest; turn += 1) {
    for (const questions of byDomain) {
      const one = questions[turn]
      if (one !== undefined && !raised.has(one.key)) raised.set(one.key, one)
    }
  }
  return [...raised.values()]
}

function questionsOf({ name, aliases, isNamed, documents }: RaisingDomain): RaisedQuestion[] {
  const near = documents.slice(0, keyFiles)
  const headings = documents.flatMap((document) =>
    document.headings.flatMap((heading) => {
      const question = asQuestion(heading)
      return question === null
        ? []
        : [raise(question, { kind: 'heading', values: { name: document.title } }, [document], heading)]
    }),
  )
  const terms =
    name === null
      ? []
      : [...name.split(/,\s*|，/u), ...aliases].flatMap((term) => {
          const subject = isNamed ? term.trim() : termIn(term)
          return subject === null || subject === ''
            ? []
            : [raise(whatIs(subject), { kind: 'domain', values: { name } }, near)]
        })
  const titles = (name === null ? [] : near).flatMap((document) => {
    const subject = subjectOf(document.title)
    return subject === null
      ? []
      : [raise(whatIs(subject), { kind: 'title', values: { name: document.title } }, [document])]
  })
  return [...headings, ...terms, ...titles]
}

/** A heading as the question it is; null where it is none, or too short to say what it asks about. */
export function asQuestion(heading: string): string | null {
  const bare = heading.replace(enumerated, '').replaceAll(/\s+/gu, ' ').trim()
  const hasMark = /[?？]$/u.test(bare)
  const words = bare.replace(/[?？.]$/u, '').trim()
  const han = isHan(words)
  const isLongEnough = han ? words.length >= 5 : words.split(' ').length >= 3
  if (!isLongEnough || words.length > longestQuestion) return null
  if (!hasMark && !(han ? asksInHan : /^(?:how to|how do|why|when to|what is|what are)\b/iu).test(words)) return null
  if (hasMark && !han && !asksInWords.test(words) && words.split(' ').length < 5) return null
  // `Is it worth it?` says nothing of what it is about.
  if (!han && !/^(?:what (?:is|are)|(?:how|when) to)\b/iu.test(words) && contentWords(words).length < 2) return null
  return `${words}${han ? '？' : '?'}`
}

/** A word that clustering found says little alone: two words, or a name (`WAL`, `SQLite`), can be asked about. */
function termIn(term: string): string | null {
  const subject = term.trim()
  const isName = /\p{Lu}.*\p{Lu}|\p{Ll}\p{Lu}/u.test(subject)
  return isName || subject.includes(' ') || (isHan(subject) && subject.length >= 2) ? subject : null
}

/** What a title is about, without the name of the site; null where that is no thing (`Using …`, `How …`). */
function subjectOf(title: string): string | null {
  const [first = ''] = title.split(/ [-–—|:] /u)
  const subject = first.replace(enumerated, '').trim()
  if (isHan(subject)) return subject.length <= 20 ? subject : null
  const words = subject.split(' ')
  const [opening = ''] = words
  if (words.length < 2 || words.length > 8 || /[?.!:]/u.test(subject)) return null
  return asksInWords.test(subject) || /ing$/iu.test(opening) ? null : subject
}

const whatIs = (subject: string): string => (isHan(subject) ? `${subject}是什么？` : `What is ${subject}?`)

function raise(
  question: string,
  raisedBy: RaisedBy,
  documents: readonly RaisingDocument[],
  heading: string | null = null,
): RaisedQuestion {
  return {
    key: sha256(question.toLowerCase().replaceAll(/\s+/gu, ' ')),
    question,
    raisedBy,
    heading,
    sourceIds: documents.map(({ sourceId }) => sourceId),
    hash: sha256(
      documents
        .map(({ contentHash }) => contentHash)
        .toSorted()
        .join(' '),
    ),
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
