import { hash } from 'node:crypto'
import {
  type Passage,
  type PassageRow,
  type PreparedPassages,
  type PreparedSource,
  passagesPerPortion,
} from '../../contract/library/extract'
import { createCoverage } from '../../contract/library/script-coverage'
import { holdsCode } from '../../contract/library/source'
import { buildPassageText, searchTextOf } from '../../contract/recall/search-text'
import { storable } from '../../contract/storable'
import { redactDraft, redactText } from '../secrets/redact'
import { withOwnWork } from './bibliography/own-work'
import { languageOf } from './chunk/language'
import { cutPassages } from './chunk/passages'
import type { Draft } from './draft'

/**
 * Cuts a draft into passages and makes of them what store and encoder take. Text is made storable before it is cut, so
 * that offsets, hashes and rows speak of the same characters, and secrets are masked: none goes on from here.
 * @param scripts that the encoder reads
 * @param notSecrets fingerprints of what looks like a secret and is none
 * @param note the words of a note: it keeps them, to be read again by a later reader
 */
export function prepareSource(
  given: Draft,
  scripts: readonly string[],
  note: string | null,
  notSecrets: readonly string[] = [],
): PreparedSource {
  const { draft, redactions } = redactDraft(storableDraft(withOwnWork(given)), notSecrets)
  const passages = cutPassages(draft)
  return {
    mediaType: draft.mediaType,
    text: draft.text,
    title: draft.title,
    language: draft.language ?? majorityLanguage(passages) ?? languageOf(draft.text),
    reader: draft.reader,
    readerVersion: draft.readerVersion,
    pageStarts: JSON.stringify(draft.pageStarts),
    headings: JSON.stringify(draft.headings),
    layout: draft.layout === null ? null : JSON.stringify(draft.layout),
    metadata: storableJson({
      ...draft.metadata,
      ...(draft.encoding === null ? {} : { encoding: draft.encoding }),
      ...(note === null ? {} : { note: redactText(note, 'prose', notSecrets).text }),
    }),
    passages: preparePassages(passages, draft, scripts),
    redactions,
  }
}

function storableDraft(given: Draft): Draft {
  return {
    ...given,
    text: storable(given.text),
    title: given.title === null ? null : storable(given.title),
    headings: given.headings.map((heading) => ({ ...heading, text: storable(heading.text) })),
  }
}

function preparePassages(
  passages: readonly Passage[],
  { title, mediaType }: Draft,
  scripts: readonly string[],
): PreparedPassages {
  const isCode = holdsCode(mediaType)
  const covers = createCoverage(scripts)
  const portions: string[] = []
  let rows: string[] = []
  const covered = new Uint8Array(passages.length)
  const encoderTexts: string[] = []
  const encoderEnds: number[] = []
  let encoderLength = 0
  for (const { headingPath, ...passage } of passages) {
    // A sentence too long for a passage may have been cut within a surrogate pair.
    const text = storable(passage.text)
    const inContext = buildPassageText({ title, headingPath, text })
    if (covers(text)) {
      covered[passage.ordinal] = 1
      encoderTexts.push(inContext)
      encoderLength += inContext.length
      encoderEnds.push(encoderLength)
    }
    const row: PassageRow = {
      ordinal: passage.ordinal,
      start: passage.start,
      end: passage.end,
      page: passage.page,
      line_start: passage.lineStart,
      line_end: passage.lineEnd,
      headings: headingPath,
      text,
      hash: hash('sha256', text),
      words: passage.words,
      language: passage.language,
      search: storable(searchTextOf(inContext, isCode)),
    }
    rows.push(JSON.stringify(row))
    if (rows.length === passagesPerPortion) {
      portions.push(rows.join(','))
      rows = []
    }
  }
  if (rows.length > 0) portions.push(rows.join(','))
  return {
    count: passages.length,
    portions,
    covered,
    encoderText: encoderTexts.join(''),
    encoderEnds: Uint32Array.from(encoderEnds),
  }
}

/** The language of most words. */
function majorityLanguage(passages: readonly Passage[]): string | null {
  const words = new Map<string, number>()
  for (const { language, words: count } of passages) {
    if (language !== null) words.set(language, (words.get(language) ?? 0) + Math.max(1, count))
  }
  return [...words].reduce<[string | null, number]>((best, entry) => (entry[1] > best[1] ? entry : best), [null, 0])[0]
}

function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? storable(inner) : inner))
}
