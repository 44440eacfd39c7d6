import type { Locator } from '../../../contract/library/source'
import { stepMarkOf, withoutStepMark } from '../../../contract/report/ordered-steps'
import { splitSentences } from '../../../contract/report/sentences'
import { groupBy, profileText } from '../../language'
import type { ReadSourceText } from '../port'
import { type Candidate, danglingOf, type ReadPassage, widestGap } from './candidate'
import { markMail } from './mail'
import { isRow, sentenceDefect } from './quality'

function lineBreaks(text: string): number {
  return text.split('\n').length - 1
}

/** The place of `text.slice(start, end)`, where `text` itself stands at `whole`. */
export function locatorWithin(whole: Locator, text: string, start: number, end: number): Locator {
  const lineStart = whole.lineStart + lineBreaks(text.slice(0, start))
  return {
    ...whole,
    start: whole.start + start,
    end: whole.start + end,
    lineStart,
    lineEnd: lineStart + lineBreaks(text.slice(start, end)),
  }
}

function comparable(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** A heading or title that stands in the running text: it names what follows and says nothing itself. */
function isHeading(sentence: string, hit: ReadPassage): boolean {
  const dense = comparable(sentence)
  return [hit.title ?? '', ...hit.headingPath].some((heading) => comparable(heading) === dense)
}

/** Sections that list what a text cites: a title there says what somebody else's text is about. */
const bibliography =
  /^(?:(?:\d{1,2}|[A-Z])\.?\s+)?(?:references|bibliography|references and notes|literature|literature cited|works cited|参考文献|引用文献|参考资料)$/iu

/** The first word of a text: of `sqldiff.exe: what differs` it is `sqldiff`. */
const firstWord = (text: string): string => comparable(text.split(/[\s(,:.]/, 1)[0] ?? '')

/** Whether a sentence begins with what its page or section is called after: the name of a program stands small there, too. */
const beginsWithName = (sentence: string, { title, sourceName, headingPath }: ReadPassage): boolean =>
  [title ?? '', sourceName, ...headingPath].map(firstWord).includes(firstWord(sentence))

/** True where the passage begins or ends in the middle of a sentence, which its own text betrays by its case. */
function startsInside(sentence: string, hit: ReadPassage, passage: string): boolean {
  return /^\p{Ll}/u.test(sentence) && /[.!?]\s+\p{Lu}/u.test(passage) && !beginsWithName(sentence, hit)
}

/** The one line under NAME of a manual page: `xargs - build and execute command lines`. */
const saysItsName = /^[\p{L}\p{N}][\p{L}\p{N}_.,+\s-]{0,80}?(?:\(\w{1,4}\))?\s+[-–—]{1,2}\s+[\p{L}\p{N}]/u
const isNameLine = (sentence: string, { headingPath }: ReadPassage): boolean =>
  /^(?:name|名称)$/i.test(headingPath.at(-1) ?? '') && saysItsName.test(sentence)

/** The mark of a list item is not part of its sentence. */
const bullet = /^[•◦▪‣●○∙·*–—-]\s+/u

/** Behind what a sentence says: that an example of it stands below. */
const announcesExample =
  /,? as (?:(?:shown|seen|illustrated|demonstrated|given) )?(?:(?:in|by|with) )?(?:(?:the|this|these) )?(?:(?:following|next) )?(?:\w+ )?(?:examples?|snippets?|listing|sample)(?: below| shows?)?:$|,? (?:for (?:example|instance)|like (?:this|so)|as shown below):$/i

/** Where a sentence ends that goes on to announce an example; what it says before that is whole. */
function endOfMatter(sentence: string): number {
  const announced = announcesExample.exec(sentence)
  const said = sentence.slice(0, announced?.index ?? 0)
  return announced !== null && sentenceDefect(`${said}.`) === null ? said.length : sentence.length
}

function candidatesOf(hit: ReadPassage, text: string): Candidate[] {
  const candidates: Candidate[] = []
  const isListOfWorks = bibliography.test(hit.headingPath.at(-1) ?? '')
  for (const { start: lineStart, end: lineEnd } of splitSentences(text)) {
    const start = lineStart + (bullet.exec(text.slice(lineStart, lineEnd))?.[0].length ?? 0)
    const end = start + endOfMatter(text.slice(start, lineEnd))
    const sentence = text.slice(start, end)
    let defect = end < lineEnd ? null : sentenceDefect(sentence)
    if (isHeading(sentence, hit)) defect = 'heading'
    else if (isListOfWorks) defect = 'reference'
    else if (isNameLine(sentence, hit)) defect = null
    else if (lineStart === 0 && startsInside(sentence, hit, text)) defect = 'fragment'
    candidates.push({
      sentence,
      profile: profileText(sentence),
      locator: locatorWithin(hit.locator, text, start, end),
      hit,
      defect,
      dangling: danglingOf(withoutStepMark(sentence)),
      isItem: false,
      label: null,
      previous: null,
      next: null,
    })
  }
  return candidates
}

/** A formula on a line of its own breaks a sentence: what stands below it begins small, and nothing above it has ended. */
function goesOn(before: Candidate, { sentence, hit }: Candidate): boolean {
  const isSmall = /^\p{Ll}{2,}[,\s]/u.test(sentence) && !beginsWithName(sentence, hit)
  return before.defect !== 'heading' && isSmall && !ended.test(before.sentence)
}

const ended = /[.!?:;。！？：；…]["'”’)\]]*$/u

/** Neighbours in the source are linked over the borders of passages, too. */
function linkNeighbours(candidates: readonly Candidate[]): void {
  for (const group of groupBy(candidates, ({ locator }) => locator.sourceId).values()) {
    group.sort((a, b) => a.locator.start - b.locator.start)
    group.forEach((candidate, at) => {
      const before = group[at - 1]
      const gap = before === undefined ? -1 : candidate.locator.start - before.locator.end
      if (before === undefined || gap < 0 || gap > widestGap) return
      before.next = candidate
      candidate.previous = before
      if (candidate.defect === null && goesOn(before, candidate)) candidate.defect = 'continuation'
    })
    labelItems(group)
  }
}

/** What keeps a line of running text out of a report and is how a line of a list is written. */
const listDefects: ReadonlySet<string | null> = new Set(['tooShort', 'fragment', 'noVerb', 'continuation'])
const introduces = /[:：]\s*$/u
/** A key of a configuration, whose value stands on the lines below it. */
const key = /^[\w.-]+:$/
/** Words of a line that names what the lines below it say, at most. */
const mostTermWords = 12

const endsClause = /[.!?;:,。！？；：，]["'”’)\]]*$/u

const isTerm = ({ sentence }: Candidate): boolean =>
  !isRow(sentence) &&
  stepMarkOf(sentence) === null &&
  sentence.split(/\s+/).length <= mostTermWords &&
  !endsClause.test(sentence)

/** Share of words that begin with a capital in a line that is set as a title. */
const leastCapitals = 0.6

/** A line within a list that names what the lines below it say: `4. Maximum Number Of Tables In A Join`. */
function isTitleOf({ sentence }: Candidate, below: Candidate): boolean {
  const words = withoutStepMark(sentence).split(/\s+/)
  const capitals = words.filter((word) => /^[\p{Lu}\d]/u.test(word)).length
  return (
    words.length > 1 &&
    words.length <= mostTermWords &&
    capitals >= leastCapitals * words.length &&
    !endsClause.test(sentence) &&
    stepMarkOf(below.sentence) === null &&
    ended.test(below.sentence)
  )
}

/** What a paragraph explains that begins with it: `HISTSIZE: The maximum number of …`. */
const entryTerm = /^(?=\S*[\p{L}\p{N}])([^\s:]{1,40}(?: [^\s:]{1,20}){0,2}): (?=\S)/u

/** The first sentence on a line below that of another. */
function firstBelow(group: readonly Candidate[], at: number): Candidate | undefined {
  const line = group[at]?.locator.lineEnd ?? 0
  let below = at + 1
  while ((group[below]?.locator.lineStart ?? line + 1) <= line) below += 1
  return group[below]
}

/**
 * Lines right below each other are a list, each line an item whatever it holds; what ends with a colon before it
 * introduces it. A short line without an end names what stands below it, as a heading does, and a term before a colon what
 * its paragraph goes on to say.
 */
function labelItems(group: readonly Candidate[]): void {
  let introduction: string | null = null
  let term: string | null = null
  let entry: string | null = null
  let isListed = false
  group.forEach((candidate, at) => {
    const before = group[at - 1]
    const after = firstBelow(group, at)
    const lines = before === undefined ? 9 : candidate.locator.lineStart - before.locator.lineEnd
    const startsLine = lines > 0
    const isNext = after !== undefined && after.locator.lineStart - candidate.locator.lineEnd === 1
    if (startsLine) {
      const isSameHeading = before !== undefined && before.hit.headingPath.join() === candidate.hit.headingPath.join()
      const isIntroduced = isSameHeading && before !== undefined && introduces.test(before.sentence)
      if (lines > 1) {
        isListed = false
        introduction = isIntroduced && lines === 2 ? before.sentence : null
        term =
          isSameHeading && lines === 2 && before !== undefined && !before.isItem && isTerm(before)
            ? before.sentence
            : null
      } else if (isIntroduced) introduction = before.sentence
      isListed ||= lines === 1 || isNext
    }
    if (startsLine && isListed && isNext && isTitleOf(candidate, after)) term = candidate.sentence
    candidate.isItem = isListed
    if (startsLine) entry = null
    candidate.label = entry ?? term ?? introduction
    if (startsLine) entry = entryTerm.exec(candidate.sentence)?.[1] ?? null
    if (!isListed) return
    if (lines > 1 && isNext && introduction === null && isTerm(candidate)) term = candidate.sentence
    const isSaying = candidate.sentence.length >= 4 && !key.test(candidate.sentence)
    if (listDefects.has(candidate.defect) && isSaying) candidate.defect = null
  })
}

/**
 * All sentences of the hits, in the order of the hits, each place of a source once.
 * A passage whose stored text is not as long as its range is cut anew from the source, so that places stay exact.
 */
export async function collectCandidates(
  hits: readonly ReadPassage[],
  readSourceText: ReadSourceText,
): Promise<Candidate[]> {
  const seen = new Set<string>()
  const candidates: Candidate[] = []
  for (const hit of hits) {
    const { sourceId, start, end } = hit.locator
    let text: string | null = hit.text
    if (text.length !== end - start) text = (await readSourceText(sourceId))?.slice(start, end) ?? null
    if (text === null) continue
    for (const candidate of candidatesOf(hit, text)) {
      const place = `${sourceId}:${candidate.locator.start}`
      if (seen.has(place)) continue
      seen.add(place)
      candidates.push(candidate)
    }
  }
  linkNeighbours(candidates)
  markMail(candidates)
  return candidates
}
