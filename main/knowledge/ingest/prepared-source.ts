import type { Extract, Passage } from '../../../contract/extract'
import { buildPassageText } from '../../recall'
import { hashText } from '../files/content-hash'
import type { SearchTextBuilder } from '../ports'
import type { Pace } from './pace'

/** A passage ready for the index. `dense`: the encoder covers its script, so it gets a vector. */
export interface PreparedPassage extends Passage {
  readonly textHash: string
  readonly searchText: string
  /** What the encoder reads of it: title and headings before the text. */
  readonly encodedText: string
  readonly dense: boolean
}

/** A source read and cut, ready to be embedded and written. */
export interface PreparedSource {
  readonly extract: Extract
  readonly passages: readonly PreparedPassage[]
}

/**
 * Segments, hashes and sorts a source's passages into those that the encoder covers and those found by keyword
 * only; at a pace, as a book has ten thousand passages.
 */
export async function prepareSource(
  extract: Extract,
  dependencies: { searchText: SearchTextBuilder; covers: (text: string) => boolean },
  pace: Pace,
): Promise<PreparedSource> {
  const title = extract.title === null ? null : storable(extract.title)
  const passages: PreparedPassage[] = []
  for (const passage of extract.passages) {
    const text = storable(passage.text)
    const headingPath = passage.headingPath.map(storable)
    passages.push({
      ...passage,
      text,
      headingPath,
      textHash: hashText(text),
      searchText: storable(dependencies.searchText.buildSearchText({ title, headingPath, text })),
      encodedText: buildPassageText({ title, headingPath, text }),
      dense: dependencies.covers(text),
    })
    if (pace.isDue()) await pace.rest()
  }
  return { extract: { ...extract, title, text: storable(extract.text) }, passages }
}

/**
 * The text as PostgreSQL can keep it: no NUL and no half of a surrogate pair. Each becomes one code unit, so that
 * offsets stay true.
 */
export function storable(text: string): string {
  const clean = text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
  return hasSurrogate.test(clean) ? clean.replace(/\p{Surrogate}/gu, '\uFFFD') : clean
}

const hasSurrogate = /[\uD800-\uDFFF]/
