import { splitSentences } from '../../contract/report/sentences'

/** Something that was said and is worth keeping. */
export interface WorthKeeping {
  readonly text: string
  /** 0..1. */
  readonly importance: number
  readonly tags: readonly string[]
}

/** From this importance on it is kept. */
export const keptFrom = 0.7

/** What is said shorter than this tells too little. A Chinese character says as much as two and a half letters. */
const fewestCharacters = 50
const lettersPerHan = 2.5

interface Signal {
  readonly tag: string
  readonly weight: number
  readonly english: RegExp
  readonly chinese: RegExp
}

/** What people say where they want something kept. A sentence begins at 0.3, as a statement, and each kind adds once. */
const signals: readonly Signal[] = [
  {
    tag: 'remember',
    weight: 0.6,
    english:
      /\b(?:remember (?:that|this|to|:)|(?:please|always) remember|don['’]?t forget|keep in mind|from now on|for (?:the )?future)\b|^remember\b/i,
    chinese: /请?(?:记住|记得|牢记|别忘|不要忘)|(?:从现在|从今|今后|以后)(?:起|开始|都|请|，)/u,
  },
  {
    tag: 'preference',
    weight: 0.45,
    english:
      /\b(?:i|we) (?:(?:always|usually|generally|strongly|really|much) )?(?:prefer|favou?r|like (?:to|my|our)|dislike|hate|want (?:all|every|my|our|the) (?:answers?|reports?|results?|figures))\b|\bmy (?:preference|favou?rite)\b/i,
    chinese: /(?:我|我们)(?:更|比较|一般|通常|总是)?(?:喜欢|偏好|倾向|希望|习惯)/u,
  },
  {
    tag: 'always',
    weight: 0.45,
    english:
      /^(?:please )?(?:always|never|by default)\b|\b(?:i|we|you|quarry|answers?|reports?) (?:should |must |will |shall |can )?(?:always|never)\b|\bby default,? (?:use|give|show|write|answer)\b/i,
    chinese: /(?:^|请|要|应|须)(?:总是|始终|一律|永远|默认|每次都|务必)|(?:永远|一律)(?:不|别)/u,
  },
  {
    tag: 'decision',
    weight: 0.45,
    english:
      /\b(?:i|we)(?: have|['’]ve)? (?:decided|agreed|chosen|chose|settled|resolved|committed)\b|\b(?:our|my|the) decision (?:is|was)\b/i,
    chinese: /(?:我|我们)(?:已经|已)?(?:决定|约定|商定|选定|确定)|(?:我们的)?决定(?:是|为)/u,
  },
  {
    tag: 'name',
    weight: 0.45,
    english:
      /\bmy name is\b|\bcall me\b|\b(?:i|we) (?:call|refer to|abbreviate)\b|\b(?:i am|i['’]m|we are|we['’]re) (?:an? |the )?[\p{L}-]+(?: [\p{L}-]+)? (?:at|of|for|in|with)\b|\b(?:i|we) (?:work|live|study) (?:at|for|in|on|as|with)\b|\b(?:by|with) [“"‘'].{1,60}[”"’'] (?:i|we) mean\b/iu,
    chinese: /我(?:的名字)?(?:叫|是|姓)|我们(?:称|叫|简称)|(?:我|我们)在.{1,20}(?:工作|上班|学习)|以下简称/u,
  },
]
/** Said beside one of these, it counts a little more. */
const figures = /\d/
const properName = /(?<=[\p{Ll},;] )\p{Lu}[\p{L}-]+/u

const isQuestion = (sentence: string): boolean => /[?？]\s*$/u.test(sentence) || /(?:吗|呢)[。？]?\s*$/u.test(sentence)

/**
 * What of a person's words is worth keeping: the sentences in which they ask for that, or tell what they prefer, decided
 * or are called. A question tells nothing. Null where nothing is, or too little was said.
 */
export function worthKeeping(said: string): WorthKeeping | null {
  const han = said.match(/\p{Script=Han}/gu)?.length ?? 0
  if (said.trim().length + han * (lettersPerHan - 1) < fewestCharacters) return null
  const kept = sentencesOf(said).flatMap(toldIn)
  if (kept.length === 0) return null
  return {
    text: kept.map(({ text }) => text).join(' '),
    importance: Math.max(...kept.map(({ importance }) => importance)),
    tags: [...new Set(kept.flatMap(({ tags }) => tags))],
  }
}

/** A question without what its person tells beside it; as it is where it asks nothing else. */
export function withoutTold(said: string): string {
  const asked = sentencesOf(said).filter((sentence) => toldIn(sentence).length === 0)
  return asked.length === 0 ? said : asked.join(' ')
}

const sentencesOf = (said: string): string[] => splitSentences(said).map(({ start, end }) => said.slice(start, end))

/** A sentence with what it is worth; nothing where that is not enough. */
function toldIn(text: string): WorthKeeping[] {
  const found = isQuestion(text)
    ? []
    : signals.filter(({ english, chinese }) => english.test(text) || chinese.test(text))
  const importance = found.length === 0 ? 0 : importanceOf(text, found)
  return importance > keptFrom ? [{ text, importance, tags: found.map(({ tag }) => tag) }] : []
}

function importanceOf(text: string, found: readonly Signal[]): number {
  const told = found.reduce((sum, { weight }) => sum + weight, 0.3)
  return Math.min(1, told + (figures.test(text) ? 0.05 : 0) + (properName.test(text) ? 0.05 : 0))
}

const halfLifeMs = 180 * 24 * 3600 * 1000

/** What an importance, or a confidence, is still worth: half as much after 180 days in which nobody changed or used it. */
export const decayed = (worth: number, lastMs: number, nowMs: number): number =>
  worth * 0.5 ** (Math.max(0, nowMs - lastMs) / halfLifeMs)
