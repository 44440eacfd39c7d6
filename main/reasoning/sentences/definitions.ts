import { contentStems, contentWords, type Word, wordsOf } from '../../language'
import type { Candidate } from './candidate'
import type { RankedReading } from './documents'

const asking = /^\s*(?:(?:and|so|but)\s+)?what(?:['’]s| is| are| was| were)\s+(?:meant by\s+)?|^(?:请问)?什么(?:是|叫)/i
const chineseAsking = /(?:到底|究竟)?(?:是什么(?:意思)?|指(?:的是)?什么)[?？。]*\s*$/u
/** `a process substitution in Bash`: where it is one, which a definition seldom says. */
const place = / (?:in|of|for|on|with|within|under) .*$/i

/** The words of what a question asks the meaning of. */
function subjectOf(query: string): readonly Word[] {
  const subject = query.replace(asking, '').replace(chineseAsking, '')
  const bare = contentWords(subject.replace(place, ''))
  return bare.length > 0 ? bare : contentWords(subject)
}

/** Words of a sentence before what it defines, at most: `The Postfix postscreen(8) daemon provides …`. */
const mostBefore = 3
/** What says when or where something holds, and not what it is. */
const conditional =
  /^(?:if|when|where|while|because|although|for|in|as|to|by|with|since|once|unless|until|how|what|why|note|see)\b/i
const says =
  /^[^.;:,，。；：]{0,40}?\b(?:is|are|was|were) (?:an?|the|one|any|some|used|called|known|defined)\b|^[^.;:,]{0,40}?\b(?:means?|refers? to|denotes?|stands? for)\b|^[^，。；：]{0,12}?(?:是|指|即|又称|表示)/iu
const does =
  /^[^.;:,，。；：]{0,40}?\b(?:allow|let|provide|implement|describe|represent|contain|enable|offer|serve|perform|consist|maintain|control|hold|work)s?\b|^["'”’)\]]*(?:\(\w+\))?(?: \p{Ll}+)?,? \p{Ll}{3,}s\b|^[^，。；：]{0,12}?(?:用于|用来|由|为)/iu

/** `git-rebase - Reapply commits …`: how manual pages say what they are about, in a line that begins with the name. */
const saysByDash = /^\s?(?:\(\w{1,4}\))?\s+[-–—]{1,2}\s+[\p{L}\p{N}]/u

/** `每个文件都有一个叫做 inode 的数据结构`: what names a thing says what it is. */
const isCalled = /(?:叫做|叫作|称为|称作|名为)[“"「]?\s*$/

function names(sentence: string, [first, ...others]: readonly Word[]): boolean {
  if (first === undefined) return false
  const words = wordsOf(sentence)
  return words.some(
    ({ stem, start }, at) =>
      stem === first.stem &&
      others.every((word, beside) => words[at + 1 + beside]?.stem === word.stem) &&
      isCalled.test(sentence.slice(0, start)),
  )
}

/** How plainly a sentence begins with the subject and says what it is, 3, names it, 2, or says what it does, 1; else 0. */
function defines(sentence: string, subject: readonly Word[]): number {
  if (conditional.test(sentence)) return 0
  return Math.max(saysOf(sentence, subject), names(sentence, subject) ? 2 : 0)
}

function saysOf(sentence: string, subject: readonly Word[]): number {
  const stems = new Set(subject.map(({ stem }) => stem))
  let end = 0
  for (const { stem, end: at } of wordsOf(sentence).slice(0, subject.length + mostBefore)) {
    if (stems.delete(stem)) end = at
  }
  if (subject.length === 0 || stems.size > 0) return 0
  const rest = sentence.slice(end)
  const isNamed = saysByDash.test(rest) && wordsOf(sentence.slice(0, end)).length === subject.length
  return says.test(rest) || isNamed ? 3 : does.test(rest) ? 1 : 0
}

/** Whether a sentence begins with what is asked about and says plainly what it is. */
export const saysWhatItIs = (query: string, sentence: string): boolean => defines(sentence, subjectOf(query)) === 3

const saysAtOnce =
  /^["'”’)\]]? (?:(?:is|are|was|were) (?:an?|the|one|any|some|used|called|known|defined)|means?|refers? to|denotes?|stands? for)\b|^["”’）]?(?:是|指|即|又称|表示)/iu

/**
 * Whether a sentence says what the thing is that a question asks the meaning of, with nothing but an article before the thing and no
 * word after it: `The persistence of WAL mode means …` and `Source code comments are …` do not.
 */
export function isDefinition(query: string, sentence: string): boolean {
  const subject = subjectOf(query)
  if (defines(sentence, subject) < 3) return false
  const words = wordsOf(sentence).slice(0, subject.length + 3)
  const first = words.findIndex(({ isStop }) => !isStop)
  const named = words.slice(first, first + subject.length)
  const stems = new Set(subject.map(({ stem }) => stem))
  const last = named.at(-1)
  return (
    first <= 2 &&
    last !== undefined &&
    named.every(({ stem }) => stems.has(stem)) &&
    saysAtOnce.test(sentence.slice(last.end))
  )
}

/** Documents that matter, by what they are worth beside the best one. */
const leastDocument = 0.5
/** Sentences of a section, and characters of a document, that open it. */
const opening = { sentences: 3, characters: 3000 } as const

/** Sentences before it in its section, as far as they matter. */
function positionOf({ previous, hit }: Candidate): number {
  const heading = hit.headingPath.join('\n')
  let position = 0
  for (let at = previous; at !== null && position < opening.sentences; at = at.previous) {
    if (at.hit.headingPath.join('\n') !== heading) break
    position += 1
  }
  return position
}

/** What something is stands where a text on it begins. */
function openness(candidate: Candidate, subject: readonly Word[]): number {
  const { hit, locator } = candidate
  const position = positionOf(candidate)
  const names = [hit.headingPath.at(-1) ?? '', hit.title ?? ''].map(contentStems)
  const isNamed = names.some((stems) => subject.every(({ stem }) => stems.has(stem)))
  return (
    (position === 0 ? 1.5 : position < opening.sentences ? 0.5 : 0) +
    (isNamed ? 1 : 0) +
    (locator.start < opening.characters ? 1 : 0)
  )
}

/**
 * The sentence that begins with what the question asks the meaning of, and says it; undefined where none does. Of `the default
 * value of HISTSIZE` no sentence on another default value is one.
 */
export function definitionFor(
  query: string,
  candidates: readonly Candidate[],
  { documents, documentOf }: Pick<RankedReading, 'documents' | 'documentOf'>,
): Candidate | undefined {
  const subject = subjectOf(query)
  const within = contentStems(place.exec(query)?.[0] ?? '')
  const isWithin = ({ sentence, label, hit }: Candidate): boolean => {
    const said = contentStems([sentence, label, ...hit.headingPath, hit.title, hit.sourceName].join(' '))
    return within.size === 0 || [...within].some((stem) => said.has(stem))
  }
  let best: Candidate | undefined
  let most = 0
  for (const candidate of candidates) {
    const { sentence, dangling, isItem, hit } = candidate
    const share = documents.get(documentOf.get(hit.passageId)?.id ?? '') ?? 0
    if (dangling !== 'none' || isItem || share < leastDocument) continue
    const plainness = defines(sentence, subject)
    const value = plainness === 0 ? 0 : plainness + openness(candidate, subject) + share
    if (value > most && isWithin(candidate)) {
      best = candidate
      most = value
    }
  }
  return best
}
