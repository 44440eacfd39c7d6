import { type Extract, type PackedExtract, type Passage, packedPassageFields } from '../../contract/extract'
import { languageOf } from './chunk/language'
import { cutPassages } from './chunk/passages'
import type { Draft } from './draft'

/** The extract of a draft as it crosses the thread. */
export function packExtract(draft: Draft): PackedExtract {
  const passages = cutPassages(draft)
  const headingPaths = new Interned<readonly string[]>((path) => path.join('\u0000'))
  const languages = new Interned<string | null>((language) => language ?? '')
  const packed = new Int32Array(passages.length * packedPassageFields)
  for (const [index, passage] of passages.entries()) {
    packed.set(
      [
        passage.start,
        passage.end,
        passage.page ?? 0,
        passage.lineStart,
        passage.lineEnd,
        passage.words,
        headingPaths.indexOf(passage.headingPath),
        languages.indexOf(passage.language),
      ],
      index * packedPassageFields,
    )
  }
  const { blocks: _blocks, language, ...rest } = draft
  const whole: Omit<Extract, 'passages'> = {
    ...rest,
    pageStarts: [...draft.pageStarts],
    headings: [...draft.headings],
    metadata: { ...draft.metadata },
    language: language ?? majorityLanguage(passages) ?? languageOf(draft.text),
  }
  return { ...whole, passages: packed, headingPaths: headingPaths.values, languages: languages.values }
}

/** The language of most words. */
function majorityLanguage(passages: readonly Passage[]): string | null {
  const words = new Map<string, number>()
  for (const { language, words: count } of passages) {
    if (language !== null) words.set(language, (words.get(language) ?? 0) + Math.max(1, count))
  }
  return [...words].reduce<[string | null, number]>((best, entry) => (entry[1] > best[1] ? entry : best), [null, 0])[0]
}

/** Distinct values, each kept once. */
class Interned<Value> {
  readonly values: Value[] = []
  readonly #indices = new Map<string, number>()
  readonly #keyOf: (value: Value) => string

  constructor(keyOf: (value: Value) => string) {
    this.#keyOf = keyOf
  }

  indexOf(value: Value): number {
    const key = this.#keyOf(value)
    let index = this.#indices.get(key)
    if (index === undefined) {
      index = this.values.push(value) - 1
      this.#indices.set(key, index)
    }
    return index
  }
}
