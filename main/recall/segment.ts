/**
 * Which segmenter made the words of an index. ICU's dictionaries differ between Node and Electron, so an index made
 * under one finds too little under the other and is made anew. The first number is raised with each change here.
 */
export const SEGMENTER_VERSION = `1-icu${process.versions.icu ?? 'none'}`

/** Runs in scripts that put no spaces between words: PostgreSQL would take each run for one word. */
const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々ー]+/gu

const beyondAscii = /[^\0-\x7f]/

const segmenters = new Map<string, Intl.Segmenter>()

/**
 * Separates words by spaces where the script doesn't, for the keyword index and its queries alike. Text with spaces
 * stays as it is, but for compatibility forms (full-width letters, ligatures of PDFs) becoming their plain ones.
 */
export function segmentForSearch(text: string): string {
  // Nothing to do in ASCII: NFKC leaves it as it is, and each of its scripts has spaces.
  if (!beyondAscii.test(text)) return text
  return text.normalize('NFKC').replace(unspacedRun, (run) => {
    const words: string[] = []
    for (const { segment, isWordLike } of segmenterFor(run).segment(run)) if (isWordLike) words.push(segment)
    return ` ${words.join(' ')} `
  })
}

function segmenterFor(run: string): Intl.Segmenter {
  const locale = localeOf(run)
  let segmenter = segmenters.get(locale)
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
    segmenters.set(locale, segmenter)
  }
  return segmenter
}

function localeOf(run: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(run)) return 'ja'
  return /\p{Script=Han}/u.test(run) ? 'zh' : 'th'
}
