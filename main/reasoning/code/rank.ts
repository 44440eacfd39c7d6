import { contentWords, cosine, wordsOf } from '../../language'
import { partsOf, sentencesOf } from './comments'
import { isWrittenAsName, withNamesParted } from './names'
import type { CodeQuestion } from './question'
import type { CodeSymbol } from './symbols'
import { sameInCode } from './synonyms'

/** A symbol with what it is worth for a question. */
export interface RankedSymbol {
  readonly symbol: CodeSymbol
  /** Share of the best one's, 0..1. */
  readonly score: number
  /** Share of the question's words, by their rarity, that its name, path, comment or body hold. */
  readonly coverage: number
  /** Whether the question names it. */
  readonly isNamed: boolean
  /** Cosine of the question and its name with its comment; null where it was not compared. */
  readonly similarity: number | null
}

/** How often a word counts in a symbol's name, path and comment, beside its body, where it counts three times at most. */
const fields = { name: 8, path: 3, comment: 3, body: 1 } as const
const mostInBody = 3
/** What a word of the same meaning counts, and what a word counts for coverage that stands in the body alone. */
const synonymShare = 0.6
const bodyCoverage = 0.4
/** Words of a question on code that say nothing of what is looked for. */
const general = new Set(
  contentWords(
    'function functions method methods class classes struct interface middleware module handler code implementation implemented implement defined declared signature source return returns called call calls do happens',
  ).map(({ stem }) => stem),
)
/** What tests, examples and vendored code count, the rest where these were asked for, and types where none was asked for. */
const besideShare = 0.5
const otherShare = 0.8
const typeShare = 0.8
/** What counts less than the function itself: a prototype without a body, and a constructor. */
const prototypeShare = 0.7
const constructorShare = 0.7
/** Symbols whose meaning is compared, and what it counts beside the words. */
const compared = 40
const meaningShare = 0.8

export type EncodeTexts = (texts: readonly string[]) => Promise<readonly (Float32Array | null)[]>

interface Counted {
  readonly symbol: CodeSymbol
  readonly isType: boolean
  /** By asked term: how often it counts, and its share in the coverage, 0..1. */
  readonly counts: ReadonlyMap<string, { count: number; coverage: number }>
  readonly length: number
}

/** Symbols by BM25 over their weighted fields (BM25F, Robertson and others 2004), the best of them by meaning, too; best first. */
export async function rankSymbols(
  question: CodeQuestion,
  symbols: readonly CodeSymbol[],
  encode: EncodeTexts,
): Promise<RankedSymbol[]> {
  const asked = termsOf(question)
  const shares = sharesOf(asked)
  const counted = symbols.map((symbol) => countIn(symbol, shares))
  const mean = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length)
  const holding = new Map<string, number>()
  for (const { counts } of counted) for (const term of counts.keys()) holding.set(term, (holding.get(term) ?? 0) + 1)
  const idf = (term: string): number => {
    const held = holding.get(term) ?? 0
    return Math.log(1 + (counted.length - held + 0.5) / (held + 0.5))
  }
  const all = asked.reduce((sum, term) => sum + idf(term), 0)
  const scored = counted.map(({ symbol, isType, counts, length }) => {
    const norm = 1.2 * (0.5 + (0.5 * length) / mean)
    let words = 0
    let covered = 0
    for (const [term, { count, coverage }] of counts) {
      words += (idf(term) * count * 2.2) / (count + norm)
      covered += idf(term) * coverage
    }
    const named = namedShare(question, symbol)
    const form =
      (symbol.isTest === question.wantsTests ? 1 : question.wantsTests ? otherShare : besideShare) *
      (isType && !question.wantsType ? typeShare : 1) *
      (isPrototype(symbol.text) ? prototypeShare : 1) *
      (symbol.path.at(-2) === symbol.name ? constructorShare : 1)
    return {
      symbol,
      words,
      form,
      coverage: all === 0 ? 0 : covered / all,
      named,
      similarity: null as number | null,
    }
  })
  const most = Math.max(1e-9, ...scored.map(({ words }) => words))
  const worth = ({ words, named, similarity, form }: (typeof scored)[number]): number =>
    (words / most + 2 * named + meaningShare * Math.max(0, similarity ?? 0)) * form
  const near = scored.sort((a, b) => worth(b) - worth(a)).slice(0, compared)
  const texts = near.flatMap(({ symbol }) => meaningsOf(symbol))
  const [query = null, ...vectors] = await encode([question.inEnglish, ...texts])
  near.forEach((item, at) => {
    const cosines = [vectors[2 * at], vectors[2 * at + 1]].flatMap((vector) =>
      query !== null && vector ? [cosine(query, vector)] : [],
    )
    if (cosines.length > 0) item.similarity = Math.max(...cosines)
  })
  const best = Math.max(1e-9, ...near.map(worth))
  return near
    .map((item) => ({
      symbol: item.symbol,
      score: worth(item) / best,
      coverage: item.coverage,
      isNamed: item.named >= 1,
      similarity: item.similarity,
    }))
    .sort((a, b) => b.score - a.score)
}

/** Stems of a question's words, those within its names too, without what is asked with. */
function termsOf({ inEnglish, subjects, mentions }: CodeQuestion): string[] {
  const joined = inEnglish.replace(/(?<=\p{L})-(?=\p{L})/gu, '')
  const stems = [joined, withNamesParted(inEnglish)].flatMap((text) => contentWords(text)).map(({ stem }) => stem)
  const named = [...subjects, ...mentions].filter(isWrittenAsName).map((name) => name.toLowerCase())
  return [...new Set([...stems, ...named])].filter((stem) => !general.has(stem))
}

/** By stem of code: the terms that it stands for, and how much. */
function sharesOf(asked: readonly string[]): Map<string, Map<string, number>> {
  const shares = new Map<string, Map<string, number>>()
  const add = (stem: string, term: string, share: number): void => {
    const terms = shares.get(stem) ?? new Map<string, number>()
    terms.set(term, Math.max(share, terms.get(term) ?? 0))
    shares.set(stem, terms)
  }
  for (const term of asked) {
    add(term, term, 1)
    for (const same of sameInCode(term)) add(same, term, synonymShare)
  }
  return shares
}

/** Words of code, function words too: names are made of them (`isTty`, `getFrom`). */
const stemsOf = (text: string): string[] => wordsOf(withNamesParted(text)).map(({ stem }) => stem)

/** With each two neighbours as one word: `keepAlive` is `keepalive`, too. */
const withPairs = (stems: readonly string[]): string[] => [
  ...stems,
  ...stems.slice(1).map((stem, at) => `${stems[at]}${stem}`),
]

const isPrototype = (text: string): boolean => text.endsWith(';') && !text.includes('{') && !text.includes('=')

function countIn(symbol: CodeSymbol, shares: ReadonlyMap<string, ReadonlyMap<string, number>>): Counted {
  const counts = new Map<string, { count: number; coverage: number }>()
  let length = 0
  const { comment, signature } = partsOf(symbol.text)
  const texts: Record<keyof typeof fields, readonly string[]> = {
    name: [...withPairs(stemsOf(symbol.path.join(' '))), symbol.name.toLowerCase()],
    path: withPairs(stemsOf(symbol.source.path)),
    comment: stemsOf(comment.join(' ')),
    body: stemsOf(symbol.text),
  }
  for (const field of Object.keys(fields) as (keyof typeof fields)[]) {
    length += texts[field].length
    const seen = new Map<string, number>()
    for (const stem of texts[field]) {
      for (const [term, share] of shares.get(stem) ?? []) {
        const times = seen.get(term) ?? 0
        seen.set(term, times + 1)
        if (field === 'body' && times >= mostInBody) continue
        const known = counts.get(term) ?? { count: 0, coverage: 0 }
        const coverage = share * (field === 'body' ? bodyCoverage : 1)
        counts.set(term, {
          count: known.count + fields[field] * share,
          coverage: Math.max(known.coverage, coverage),
        })
      }
    }
  }
  return { symbol, isType: declaresType.test(signature), counts, length }
}

const declaresType =
  /^(?:(?:export|default|declare|public|private|protected|static|final|abstract|sealed|pub(?:\([^)]*\))?|typedef)\s+)*(?:type|interface|class|struct|enum|trait|union|record)\b(?![^(]*\w\s*\()/

/** 1 for a symbol that the question is about, more where it names what that is a member of, too; a part for what it mentions. */
function namedShare({ subjects, mentions }: CodeQuestion, { path, name }: CodeSymbol): number {
  const outer = path.slice(0, -1).some((one) => subjects.includes(one) || mentions.includes(one))
  return (subjects.includes(name) ? 1 : mentions.includes(name) ? 0.15 : 0) + (outer ? 0.3 : 0)
}

/** Characters of a comment that are compared. */
const comparedCharacters = 400

/** A symbol's name, and its name with what its comment says. */
function meaningsOf({ path, text }: CodeSymbol): [string, string] {
  const name = withNamesParted(path.join(' '))
  const said = sentencesOf(partsOf(text).comment).join(' ').slice(0, comparedCharacters)
  return [name, `${name}. ${said}`]
}
