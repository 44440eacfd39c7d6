import { splitSentences } from '../../contract/report/sentences'
import { isHan, keyOf, termsOf } from './terms'

/** A document's terms: how often it has each, and which its title or name has. */
export interface DocumentTerms {
  readonly counts: ReadonlyMap<string, number>
  readonly titled: ReadonlySet<string>
  readonly surfaces: ReadonlyMap<string, string>
  /** Words, as terms are keyed, of people and where they work. */
  readonly names: ReadonlySet<string>
  /** Words that its text has in small letters, as terms are keyed. */
  readonly small: ReadonlySet<string>
}

interface Weighed {
  readonly key: string
  readonly weight: number
}

/** Terms beside a name. */
const mostAliases = 6
/** Share of the best weight from which on a pair of words names a domain. */
const tellingPair = 0.5
/** Terms that a summary's sentences are chosen by. */
const inSummary = 25
/** Documents nearest to the centre that a summary may quote. */
const quoted = 6
const summarySentences = 2
/** Participles, gerunds and adverbs name things less often than nouns. */
const verbal = /(?:ed|ing|ly)$/
/** At the end of a pair, whose noun then comes behind it: `linear mixed (models)`. */
const said = /(?:ed|ly)$/

const inSmallLetters = /(?<![\p{L}\p{N}])\p{Ll}{2,40}(?![\p{L}\p{N}])/gu

/** @param people words of those who wrote it and of where they work, as far as that is known */
export function documentTerms(title: string, text: string, people: readonly string[] = []): DocumentTerms {
  const counts = new Map<string, number>()
  const surfaces = new Map<string, string>()
  const quiet = quieten(text)
  const titleTerms = termsOf(quieten(title, text))
  for (const { key, surface } of [...titleTerms, ...termsOf(quiet)]) {
    counts.set(key, (counts.get(key) ?? 0) + 1)
    // One use in lower case says more than any number of titles and beginnings of sentences.
    if (!surfaces.has(key) || surface === surface.toLowerCase()) surfaces.set(key, surface)
  }
  return {
    counts,
    titled: new Set(titleTerms.map(({ key }) => key)),
    surfaces,
    names: new Set(people.map(keyOf)),
    small: new Set((text.match(inSmallLetters) ?? []).map(keyOf)),
  }
}

/**
 * Words of people and places of work in all documents. Who is called Stone does not take the word from documents on
 * stones: a word that any document has in lower case is none.
 */
export function namesOf(documents: readonly DocumentTerms[]): Set<string> {
  const names = new Set(documents.flatMap((one) => [...one.names]))
  for (const { small } of documents) for (const word of small) names.delete(word)
  return names
}

/** In how many documents each term is. */
export function documentFrequencies(documents: Iterable<DocumentTerms>): Map<string, number> {
  const found = new Map<string, number>()
  for (const { counts } of documents) for (const key of counts.keys()) found.set(key, (found.get(key) ?? 0) + 1)
  return found
}

/**
 * What the documents of a cluster have that others lack: a term's share among them times the logarithm of how much larger
 * that is than elsewhere; terms of titles count more, and pairs of words, which say more than their parts. Names of people and
 * of where they work are no terms.
 */
export function characteristicTerms(
  members: readonly DocumentTerms[],
  everywhere: ReadonlyMap<string, number>,
  total: number,
  names: ReadonlySet<string> = new Set(),
): Weighed[] {
  const inside = documentFrequencies(members)
  const titled = new Map<string, number>()
  const often = new Map<string, number>()
  for (const one of members) {
    for (const key of one.titled) titled.set(key, (titled.get(key) ?? 0) + 1)
    for (const [key, count] of one.counts) often.set(key, (often.get(key) ?? 0) + Math.min(1, count / 3))
  }
  const others = Math.max(1, total - members.length)
  const weighed: Weighed[] = []
  for (const [key, count] of inside) {
    // What one document alone says is no name for several.
    if (count < 2 && members.length > 1) continue
    if (key.split(' ').every((word) => names.has(word))) continue
    // A document that says it thrice is on it; one that says it once may mention it.
    const share = (often.get(key) ?? 0) / members.length
    const outside = ((everywhere.get(key) ?? count) - count) / others
    const gain = Math.log((count / members.length + 0.02) / (outside + 0.02))
    if (gain <= 0.1) continue
    const title = 1 + 2 * ((titled.get(key) ?? 0) / members.length)
    const form = (key.includes(' ') ? 1.25 : 1) * ((key.includes(' ') ? said : verbal).test(key) ? 0.4 : 1)
    weighed.push({ key, weight: share * gain * title * form })
  }
  return weighed.sort((one, other) => other.weight - one.weight || (one.key < other.key ? -1 : 1))
}

/**
 * The term that names a domain and no other (`taken`, in lower case), and further terms that share no word with it as
 * aliases. A pair that weighs half as much as the best word says more.
 */
export function nameOf(
  terms: readonly Weighed[],
  members: readonly DocumentTerms[],
  taken: ReadonlySet<string> = new Set(),
): { name: string; aliases: string[] } {
  const chosen: Weighed[] = []
  const used = new Set<string>()
  const most = terms[0]?.weight ?? 0
  for (const term of terms) {
    if (chosen.length === mostAliases || term.weight < most / 8) break
    const words = term.key.split(' ')
    if (words.some((word) => used.has(word))) continue
    // A pair that is nearly as good says more than its word alone.
    const pair = terms.find(
      ({ key, weight }) =>
        words.length === 1 && key.includes(' ') && key.split(' ').includes(term.key) && weight >= term.weight * 0.6,
    )
    const better = pair !== undefined && !pair.key.split(' ').some((word) => used.has(word)) ? pair : term
    chosen.push(better)
    for (const word of better.key.split(' ')) used.add(word)
  }
  const surfaces = chosen.map((term) => ({ ...term, surface: surfaceOf(term.key, members) }))
  const free = surfaces.filter(({ surface }) => !taken.has(surface.toLowerCase()))
  const named = free.find(({ key, weight }) => key.includes(' ') && weight >= most * tellingPair) ?? free[0]
  return { name: capitalised(named?.surface ?? ''), aliases: surfaces.map(({ surface }) => surface) }
}

/** With a capital, where its first word is one of the language: `lme4` and `iPhone` stay as they are. */
const capitalised = (name: string): string =>
  /^\p{Ll}+(?![\p{L}\p{N}_.])/u.test(name) ? name.charAt(0).toUpperCase() + name.slice(1) : name

/** As most documents write it. */
function surfaceOf(key: string, members: readonly DocumentTerms[]): string {
  const forms = new Map<string, number>()
  for (const { surfaces } of members) {
    const form = surfaces.get(key)
    if (form === undefined) continue
    // Capitals at the beginning of titles say nothing; those of an abbreviation or within a name do.
    const plain = form.split(/[ -]/).every((word) => /^\p{Lu}?\p{Ll}+$/u.test(word)) ? form.toLowerCase() : form
    forms.set(plain, (forms.get(plain) ?? 0) + 1)
  }
  const [best] = [...forms].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1))
  return best?.[0] ?? key
}

/** Sentences of the documents nearest to the centre that hold most of what is characteristic, of different documents. */
export function summaryOf(terms: readonly Weighed[], texts: readonly string[]): string {
  const weights = new Map(terms.slice(0, inSummary).map(({ key, weight }) => [key, weight]))
  const found = texts.slice(0, quoted).flatMap((text, document) =>
    splitSentences(text).flatMap(({ start, end }, at) => {
      const sentence = text.slice(start, end).replace(/\s+/g, ' ')
      if (!isProse(sentence)) return []
      const keys = new Set(termsOf(sentence).map(({ key }) => key))
      let weight = 0
      for (const key of keys) weight += weights.get(key) ?? 0
      // What a document begins with says what it is about.
      const score = (weight / Math.sqrt(keys.size + 3)) * (1 + 1 / (at + 2)) * (1 - 0.05 * document)
      return score > 0 ? [{ document, sentence, score }] : []
    }),
  )
  const chosen: typeof found = []
  for (const one of found.sort((first, second) => second.score - first.score)) {
    if (chosen.length === summarySentences) break
    if (chosen.some(({ document, sentence }) => document === one.document || sentence === one.sentence)) continue
    chosen.push(one)
  }
  return chosen.map(({ sentence }) => sentence).join(chosen.some(({ sentence }) => isHan(sentence)) ? '' : ' ')
}

/** Whole sentences alone: no headings, menus or lines of tables and code. */
function isProse(sentence: string): boolean {
  const isLong = isHan(sentence) ? sentence.length >= 12 : sentence.length >= 40
  if (!isLong || sentence.length > 300 || !/[.!?。！？]["”’)]?$/.test(sentence)) return false
  const letters = sentence.match(/\p{L}/gu)?.length ?? 0
  return letters / sentence.length > 0.7 && !/[{}|<>=;\\]|https?:|©|\(c\)/i.test(sentence)
}

const word = /\p{L}[\p{L}\p{N}]*/gu

/**
 * A text whose lines in capitals alone are written as other lines are: a heading shouts QUANTILE REGRESSION. What `text` has in capitals
 * among small letters is an abbreviation, and stays.
 */
function quieten(lines: string, text = lines): string {
  const all = lines.split('\n')
  if (!all.some(isShouted)) return lines
  const short = new Set(
    text
      .split('\n')
      .filter((line) => /\p{Ll}/u.test(line))
      .flatMap((line) => line.match(/(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\p{N}]+(?![\p{L}\p{N}])/gu) ?? []),
  )
  return all
    .map((line) => (isShouted(line) ? line.replace(word, (one) => (short.has(one) ? one : one.toLowerCase())) : line))
    .join('\n')
}

/** Two words of some length at least, without a small letter; a line that is one abbreviation shouts nothing. */
function isShouted(line: string): boolean {
  if (/\p{Ll}|\p{Lo}/u.test(line)) return false
  return (line.match(/\p{Lu}{4,}/gu)?.length ?? 0) >= 2 || /\p{Lu}{8}/u.test(line)
}
