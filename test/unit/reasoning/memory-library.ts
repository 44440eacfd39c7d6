import type { LibrarySummary } from '../../../contract/library/source'
import type { RecallAnswer, RecallHit } from '../../../contract/recall/recall'
import { splitSentences } from '../../../contract/report/sentences'
import { contentWords } from '../../../main/language/text/words'
import type { ExtractivePorts } from '../../../main/reasoning'

export interface MemoryDocument {
  readonly id: string
  readonly title: string
  readonly text: string
  /** Of its file; default: its id, a text. */
  readonly name?: string
}

interface Passage {
  readonly passageId: number
  readonly document: MemoryDocument
  readonly start: number
  readonly end: number
  readonly stems: readonly string[]
}

/** Passages of up to `sentences` sentences. */
function passagesOf(documents: readonly MemoryDocument[], sentences: number): Passage[] {
  const passages: Passage[] = []
  for (const document of documents) {
    const ranges = splitSentences(document.text)
    for (let at = 0; at < ranges.length; at += sentences) {
      const start = ranges[at]?.start ?? 0
      const end = ranges[Math.min(at + sentences, ranges.length) - 1]?.end ?? start
      const stems = contentWords(`${document.title} ${document.text.slice(start, end)}`).map((word) => word.stem)
      passages.push({ passageId: passages.length + 1, document, start, end, stems })
    }
  }
  return passages
}

/**
 * Ports of the engine over documents in memory: keyword recall by rarity, and an encoder of hashed words, enough for
 * what the engine itself decides. `texts` may be changed to play a source that changed or vanished.
 */
export function createMemoryLibrary(documents: readonly MemoryDocument[], options: { sentences?: number } = {}) {
  const passages = passagesOf(documents, options.sentences ?? 4)
  const texts = new Map(documents.map((document) => [document.id, document.text]))
  const frequency = new Map<string, number>()
  for (const passage of passages)
    for (const stem of new Set(passage.stems)) frequency.set(stem, (frequency.get(stem) ?? 0) + 1)
  const weigh = (stem: string) => Math.log(1 + passages.length / (frequency.get(stem) ?? passages.length * 4))
  const recalls: string[] = []

  const toHit = (passage: Passage, score: number, rank: number): RecallHit => ({
    passageId: passage.passageId,
    sourceId: passage.document.id,
    sourceName: passage.document.name ?? `${passage.document.id}.txt`,
    title: passage.document.title,
    contentHash: null,
    headingPath: [],
    text: passage.document.text.slice(passage.start, passage.end),
    locator: {
      sourceId: passage.document.id,
      start: passage.start,
      end: passage.end,
      page: null,
      lineStart: passage.document.text.slice(0, passage.start).split('\n').length,
      lineEnd: passage.document.text.slice(0, passage.end).split('\n').length,
    },
    reason: {
      dense: null,
      keyword: score,
      feedback: null,
      section: null,
      neighbours: null,
      named: null,
      rerank: null,
      score,
      rankBefore: rank,
      rankAfter: rank,
    },
  })

  async function recall(query: string, { top = 20 }: { top?: number } = {}): Promise<RecallAnswer> {
    recalls.push(query)
    const stems = [...new Set(contentWords(query).map((word) => word.stem))]
    const scored = passages
      .map((passage) => ({
        passage,
        score: stems.reduce((sum, stem) => sum + (passage.stems.includes(stem) ? weigh(stem) : 0), 0),
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, top)
    const best = scored[0]?.score ?? 1
    return {
      hits: scored.map(({ passage, score }, at) => toHit(passage, score / best, at + 1)),
      paths: ['keyword'],
      notes: [],
      tookMs: 1,
    }
  }

  function embedOne(text: string): Float32Array {
    const vector = new Float32Array(512)
    for (const { stem } of contentWords(text)) {
      let hash = 7
      for (const character of stem) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 512
      vector[hash] = (vector[hash] ?? 0) + 1
    }
    const norm = Math.hypot(...vector) || 1
    return vector.map((value) => value / norm)
  }

  const summary: LibrarySummary = {
    revision: 1,
    total: documents.length,
    byState: {
      queued: 0,
      reading: 0,
      embedding: 0,
      indexed: documents.length,
      failed: 0,
      missing: 0,
    },
    passages: passages.length,
    passagesPerSecond: null,
    remainingMs: null,
    paused: false,
    keywordOnlyPassages: 0,
  }
  const ports: ExtractivePorts = {
    recall,
    embed: async (list) => list.map(embedOne),
    covers: (text) => !/\p{Script=Han}/u.test(text),
    readSources: async (sourceIds) =>
      sourceIds.flatMap((sourceId) =>
        passages.filter(({ document }) => document.id === sourceId).map((passage) => toHit(passage, 1, 1)),
      ),
    readSourceText: async (sourceId) => texts.get(sourceId) ?? null,
    librarySummary: () => summary,
    samplePassages: async (count) => passages.slice(0, count).map((passage) => toHit(passage, 1, 1)),
  }
  return { ports, texts, recalls, summary }
}
