/** A page as the product's reader took it, with its headings' places in the text. */
export interface Page {
  readonly file: string
  readonly title: string
  readonly text: string
  readonly headings: readonly { readonly text: string; readonly start: number }[]
}

interface Section {
  readonly page: Page
  readonly heading: string
  readonly text: string
}

/** A sentence that a simple program answers with. */
export interface Found {
  readonly file: string
  readonly text: string
}

const common = new Set(
  'a an and are as at be by can do does for from how i if in is it its me my of on or our so than that the then there they this to us was we what when which who why will with you your'.split(
    ' ',
  ),
)

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
    .filter((word) => !common.has(word))
    .map((word) => (word.length > 4 ? word.replace(/(ing|ed|es|s)$/, '') : word))

/** BM25 (k1 1.2, b 0.75) of texts given as words, and how rare each word is among them. */
export function bm25(documents: readonly (readonly string[])[]) {
  const counts = documents.map((words) => {
    const count = new Map<string, number>()
    for (const word of words) count.set(word, (count.get(word) ?? 0) + 1)
    return count
  })
  const spread = new Map<string, number>()
  for (const count of counts) for (const word of count.keys()) spread.set(word, (spread.get(word) ?? 0) + 1)
  const mean = documents.reduce((sum, words) => sum + words.length, 0) / Math.max(1, documents.length)
  const idf = (word: string): number => {
    const held = spread.get(word) ?? 0
    return Math.log(1 + (documents.length - held + 0.5) / (held + 0.5))
  }
  const score = (query: ReadonlySet<string>, at: number): number => {
    const length = (documents[at]?.length ?? 0) / Math.max(1, mean)
    let sum = 0
    for (const word of query) {
      const times = counts[at]?.get(word) ?? 0
      sum += (idf(word) * times * 2.2) / (times + 1.2 * (0.25 + 0.75 * length))
    }
    return sum
  }
  return { idf, score }
}

/** Whole sentences of a text: cut at its lines and full stops, as long as a sentence is. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/\n|(?<=[.!?])\s+(?=[\p{Lu}\p{N}"(])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= 20 && sentence.length <= 600)

const best = <Item>(items: readonly Item[], score: (item: Item) => number, most: number): Item[] =>
  items
    .map((item) => ({ item, score: score(item) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ item }) => item)

const sentencesAtMost = 20

/** BM25 over whole pages; of the best five the 20 sentences with the most of the question's rare words. */
export function answerByPages(pages: readonly Page[]): (question: string) => Found[] {
  const index = bm25(pages.map(({ title, text }) => wordsOf(`${title} ${text}`)))
  return (question) => {
    const query = new Set(wordsOf(question))
    const chosen = best([...pages.keys()], (at) => index.score(query, at), 5).flatMap((at) => pages[at] ?? [])
    const sentences = chosen.flatMap(({ file, text }) =>
      sentencesOf(text).map((sentence) => ({ file, text: sentence })),
    )
    const shared = ({ text }: Found): number =>
      [...new Set(wordsOf(text))].reduce((sum, word) => sum + (query.has(word) ? index.idf(word) : 0), 0)
    return best(sentences, shared, sentencesAtMost)
  }
}

function sectionsOf(page: Page): Section[] {
  const starts = [{ text: '', start: 0 }, ...page.headings]
  return starts.flatMap(({ text: heading, start }, at) => {
    const text = page.text.slice(start, starts[at + 1]?.start ?? page.text.length).trim()
    return text === '' ? [] : [{ page, heading, text }]
  })
}

/**
 * BM25 over sections with title and three times the heading; a page's score is half its own and half its best section's.
 * The sentences of the best three sections: words of the heading count a third, smoothed over their neighbours.
 */
export function answerBySections(pages: readonly Page[]): (question: string) => Found[] {
  const ofPages = bm25(pages.map(({ title, text }) => wordsOf(`${title} ${text}`)))
  const sections = pages.flatMap(sectionsOf)
  const places = new Map(pages.map((page, at) => [page, at]))
  const ofSections = bm25(
    sections.map(({ page, heading, text }) => wordsOf(`${page.title} ${heading} ${heading} ${heading} ${text}`)),
  )
  return (question) => {
    const query = new Set(wordsOf(question))
    const byPage = new Map<Page, number>()
    const own = sections.map((_, at) => ofSections.score(query, at))
    sections.forEach(({ page }, at) => {
      byPage.set(page, Math.max(byPage.get(page) ?? 0, own[at] ?? 0))
    })
    const whole = (page: Page): number =>
      0.5 * ofPages.score(query, places.get(page) ?? 0) + 0.5 * (byPage.get(page) ?? 0)
    const chosen = best([...sections.keys()], (at) => (own[at] ?? 0) + whole(sections[at]?.page as Page), 3)
    const scored = chosen.flatMap((at) => {
      const { page, heading, text } = sections[at] as Section
      const named = new Set(wordsOf(heading))
      const worth = (words: ReadonlySet<string>): number =>
        [...query].reduce(
          (sum, word) => sum + ofSections.idf(word) * (words.has(word) ? 1 : named.has(word) ? 1 / 3 : 0),
          0,
        )
      const sentences = sentencesOf(text)
      const worths = sentences.map((sentence) => worth(new Set(wordsOf(sentence))))
      return sentences.map((sentence, place) => ({
        file: page.file,
        text: sentence,
        score: (worths[place] ?? 0) + 0.5 * ((worths[place - 1] ?? 0) + (worths[place + 1] ?? 0)),
      }))
    })
    return best(scored, ({ score }) => score, sentencesAtMost)
  }
}

/** How many of a simple program's sentences stand under `In short`: the best ones. */
const sentencesInShort = 5

/** What a simple program found as a report that the scoring program reads. */
export function reportOf(found: readonly Found[], ms: number) {
  const sentences = found.map(({ text }, at) => ({ text, citations: [at + 1] }))
  return {
    sections: [
      { kind: 'summary', sentences: sentences.slice(0, sentencesInShort) },
      { kind: 'aspect', sentences: sentences.slice(sentencesInShort) },
    ],
    citations: found.map(({ file }, at) => ({ n: at + 1, file })),
    ms,
  }
}
