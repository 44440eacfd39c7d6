import type { JsonValue } from '../../contract/json'
import { contentWords } from '../language'
import { identifierWords, likeness } from '../text2sql'
import { askedOf } from './asked'
import type { DraftableTool } from './draftable-tool'
import { type Filled, fillArguments } from './fill-arguments'
import { type Mention, mentionsIn } from './mentions'
import { type Features, preferenceOf, surenessOf } from './tool-scores'
import { commonVerbs, requestOf, type ToolWords, wordsOfTool } from './tool-words'

/** Verbs of Chinese instructions that change something. */
const chineseVerbs = [
  ['删除', 'delete'],
  ['创建', 'create'],
  ['新增', 'add'],
  ['添加', 'add'],
  ['更新', 'update'],
  ['修改', 'update'],
  ['发送', 'send'],
] as const

/** What Chinese questions say around what they ask for. */
const chineseFillers = /关于|有关|的内容(?=[？?。]|$)|知道|请问|问(?!题)/gu

export interface Candidate<OneTool> {
  readonly tool: OneTool
  readonly filled: Filled
  readonly features: Features
  /** Log odds against the other tools. */
  readonly preference: number
  /** How sure it is that this one is meant, 0..1. */
  readonly score: number
}

export interface SaidOf {
  /** What earlier calls answered: ids are taken from there. */
  readonly earlier?: readonly JsonValue[]
  /** Name of whose tools they are: a question that says it says nothing more by it. */
  readonly service?: string
  /** How near the question is to what each tool does by its meaning, in their order. */
  readonly meanings?: readonly number[] | null
}

/** Tools by how likely a question means a call of them, with their arguments as the question gives them. Pure. */
export function candidatesOf<OneTool extends DraftableTool>(
  question: string,
  tools: readonly OneTool[],
  { earlier = [], service = '', meanings = null }: SaidOf,
  isRival: (tool: OneTool) => boolean = () => true,
): { readonly candidates: Candidate<OneTool>[]; readonly words: readonly string[] } {
  // Of the same length: mentions stand where they stood.
  const text = question.replace(chineseFillers, (filler) => ' '.repeat(filler.length))
  const vocabularies = tools.map(wordsOfTool)
  // Whose tools they are is known; what they are about may be what they are called after.
  const ofService = identifierWords(service).filter(
    (word) =>
      !vocabularies.some(({ name, core }) => name.includes(word) || core.includes(word)) || serviceKinds.has(word),
  )
  const called = new Set(identifierWords(service))
  const isService = (value: string): boolean =>
    identifierWords(value).every((word) => called.has(word) || serviceKinds.has(word)) ||
    service
      .toLowerCase()
      .replace(/[^\p{L}]/gu, '')
      .includes(value.toLowerCase().replace(/[^\p{L}]/gu, '') || service)
  const mentions = mentionsIn(question).flatMap((mention) => {
    if (mention.kind !== 'name') return [mention]
    // “Nadia Okafor's Traccar login” names Nadia Okafor, “Ask Traccar” nobody.
    const value = String(mention.value)
    const words = value.split(/\s/)
    const own = words.findIndex((word) => isService(word.replace(/['’]s$/, '')))
    const kept =
      own < 0
        ? value
        : words
            .slice(0, own)
            .join(' ')
            .replace(/['’]s$/, '')
    if (kept === '' || (own === 1 && /^(?:ask|look|find|show|tell|list|search)$/i.test(kept))) return []
    return isService(kept) ? [] : [{ ...mention, value: kept, end: mention.start + kept.length }]
  })
  const asked = askedOf(text, mentions, earlier)
  // What the question names is for the arguments, and whose tools they are is known.
  const values = mentions.flatMap(({ value, start, end }) => [
    ...identifierWords(String(value)),
    ...identifierWords(question.slice(start, end)),
  ])
  const said = wordsOfQuestion(text)
  const words = said.filter((word) => !values.includes(word) && !ofService.includes(word))
  const { rarity, isKnown } = rarityIn(vocabularies)
  const asksMany =
    /\b(?:how many|which \p{L}+s|what \p{L}+s are|list|all|each|most|least|(?:high|low|larg|small|old|new|long|short|cheap|late|earli|bigg)est|top \d)\b/iu.test(
      question,
    )
  const latest = latestVersions(tools)
  const nearness = standardised(meanings)
  const preferred = tools.map((tool, at) => {
    const vocabulary = vocabularies[at]!
    const filled = fillArguments(tool.inputSchema, asked, {
      core: vocabulary.core,
      all: [...vocabulary.all, ...ofService],
    })
    const features = featuresOf(tool, vocabulary, { said, words, rarity, isKnown, asksMany, ofService, text }, filled, {
      meaning: nearness[at] ?? 0,
      isOld: latest.get(tool) === false,
    })
    return { tool, filled, features, preference: preferenceOf(features) }
  })
  // What changes something is no rival of what reads.
  const preferences = preferred.flatMap((one) => (isRival(one.tool) ? [one.preference] : []))
  const candidates = preferred
    .map((one): Candidate<OneTool> => {
      const among = isRival(one.tool) ? preferences : [...preferences, one.preference]
      const saysNothing = one.features.named === 0 && one.features.all === 0
      return { ...one, score: saysNothing ? 0 : surenessOf(one.features, one.preference, among) }
    })
    .sort((one, other) => other.preference - one.preference)
  return { candidates, words }
}

const serviceKinds = new Set(identifierWords('api service server mcp rest documentation online store shop'))

/** How rare a word is among tools, and whether any of them has it. */
function rarityIn(all: readonly ToolWords[]) {
  const known = new Map<string, number>()
  const holding = (word: string): number => {
    const met = known.get(word)
    if (met !== undefined) return met
    const found = all.filter(({ all: words }) => words.some((one) => likeness(word, one) > 0)).length
    known.set(word, found)
    return found
  }
  return {
    isKnown: (word: string): boolean => holding(word) > 0,
    rarity: (word: string): number =>
      Math.log(1 + all.length / Math.max(1, holding(word))) * (commonVerbs.has(word) ? 0.2 : 1),
  }
}

/** Of operations that differ in the version of the API alone, whether each is of the latest. */
function latestVersions(tools: readonly DraftableTool[]): Map<DraftableTool, boolean> {
  const newest = new Map<string, number>()
  const versionOf = ({ description }: DraftableTool) => {
    const request = requestOf(description)
    const match = /\/v(\d+(?:\.\d+)?)(?=\/)/i.exec(request?.path ?? '')
    return {
      path: `${request?.method} ${request?.path.replace(match?.[0] ?? '', '')}`,
      version: Number(match?.[1] ?? 0),
    }
  }
  for (const tool of tools) {
    const { path, version } = versionOf(tool)
    newest.set(path, Math.max(newest.get(path) ?? 0, version))
  }
  return new Map(tools.map((tool) => [tool, versionOf(tool).version === newest.get(versionOf(tool).path)]))
}

const shareOf = (words: readonly string[], weightOf: (word: string) => number, others: readonly string[]): number => {
  const total = words.reduce((sum, word) => sum + weightOf(word), 0)
  const held = words.reduce(
    (sum, word) =>
      sum +
      weightOf(word) *
        Math.max(0, ...others.map((one) => likeness(word, one)), ...others.map((one) => likeness(one, word))),
    0,
  )
  return total === 0 ? 0 : held / total
}

function featuresOf(
  tool: DraftableTool,
  { name, subject, core, all, answers }: ToolWords,
  {
    said,
    words,
    rarity,
    isKnown,
    asksMany,
    ofService,
    text,
  }: {
    said: readonly string[]
    words: readonly string[]
    rarity: (word: string) => number
    isKnown: (word: string) => boolean
    asksMany: boolean
    ofService: readonly string[]
    text: string
  },
  { missing, unused, chosen, input, isGuessed, isSearched }: Filled,
  { meaning, isOld }: { meaning: number; isOld: boolean },
): Features {
  const own = name.filter((word) => !ofService.includes(word))
  const given = Object.keys(input).length
  const known = words.filter(isKnown)
  /** “order 42” to what is called after orders. */
  const isPointing = ({ kind, start }: Mention, called: readonly string[]): boolean =>
    (kind === 'id' || kind === 'number') &&
    identifierWords(
      text
        .slice(Math.max(0, start - 30), start)
        .split(/[^\p{L}]+/u)
        .filter((word) => word !== '')
        .at(-1) ?? '',
    ).some((word) => called.includes(word))
  const needsId =
    /\}(?:\.\w+)?$/.test(requestOf(tool.description)?.path ?? '') ||
    /(?:^get[A-Z_-][a-zA-Z_-]*[a-rt-z]$|by[_-]?\w*id$)/i.test(tool.name)
  return {
    named: shareOf(own.length > 0 ? own : name, (word) => (commonVerbs.has(word) ? 0.15 : 1), said),
    subject: shareOf(subject, () => 1, said),
    knownCore: shareOf(known, rarity, core),
    knownAll: shareOf(known, rarity, all),
    core: words.length === 0 && isSearched ? 1 : shareOf(words, rarity, core),
    all: words.length === 0 && isSearched ? 1 : shareOf(words, rarity, all),
    answers: shareOf(words, rarity, answers),
    meaning,
    given: given > 0 && missing.length === 0 ? 1 : 0,
    passedBy: unused.some((mention) => isPointing(mention, own)) ? 1 : 0,
    blind:
      given === 0 && missing.length === 0 && unused.some(({ kind }) => kind === 'name' || kind === 'quoted') ? 1 : 0,
    missing: Math.min(3, missing.length),
    unusedIds: Math.min(2, unused.filter(({ kind }) => ['id', 'number', 'email', 'url'].includes(kind)).length),
    unusedNames: Math.min(2, unused.filter(({ kind }) => ['name', 'quoted'].includes(kind)).length),
    unusedDates: Math.min(2, unused.filter(({ kind }) => kind === 'date').length),
    chosen: Math.min(3, chosen),
    guessed: isGuessed ? 1 : 0,
    searched: isSearched ? 1 : 0,
    unsaid: unsaidIn(tool.description, said),
    isOne: needsId && given > 0 && missing.length === 0 ? 1 : 0,
    isMany: !needsId && asksMany ? 1 : 0,
    old: isOld ? 1 : 0,
  }
}

function unsaidIn(description: string, said: readonly string[]): number {
  const path = requestOf(description)?.path ?? ''
  const fixed = path.split('/').filter((part) => part !== '' && !/^[{:]|^(?:api|rest|v\d)/i.test(part))
  return Math.min(
    3,
    fixed.filter((part) => !identifierWords(part).some((word) => said.some((one) => likeness(one, word) > 0))).length,
  )
}

/** As standard deviations from their mean. */
function standardised(values: readonly number[] | null): readonly number[] {
  if (values === null || values.length === 0) return []
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  return values.map((value) => (value - mean) / (deviation + 1e-6))
}

/** The telling words of a question, in the form in which they meet those of tools. */
function wordsOfQuestion(question: string): string[] {
  const words = contentWords(question).flatMap(({ surface }) => identifierWords(surface))
  const verbs = chineseVerbs.flatMap(([verb, meaning]) => (question.includes(verb) ? identifierWords(meaning) : []))
  return [...new Set([...words, ...verbs])].filter((word) => !/^[\d.]+$/.test(word))
}
