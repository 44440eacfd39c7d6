import { readdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { z } from 'zod'
import type { RecallHit } from '../../../contract/recall/recall'
import type { Inference } from '../../../main/inference'
import { aspectsOf } from '../../../main/language/question/aspects'
import { questionKind } from '../../../main/language/question/kind'
import { createBackground } from '../../../main/language/text/background'
import { cosine } from '../../../main/language/text/similarity'
import { contentWords } from '../../../main/language/text/words'
import type { ReadPassage } from '../../../main/reasoning/sentences/candidate'
import { collectCandidates } from '../../../main/reasoning/sentences/candidates'
import { quotedPassages, rankReading, sourcesToRead } from '../../../main/reasoning/sentences/documents'
import { featureNames, wordFeatures } from '../../../main/reasoning/sentences/features'
import { mostEncoded } from '../../../main/reasoning/sentences/weigh'
import { reach, wholeSource } from '../../../main/recall/passage-rows'
import { cutPassages } from '../../../workers/readers/chunk/passages'
import { readDraft } from '../../../workers/readers/read'
import { bm25 } from './simple-programs'

export const labelledSet = z.object({
  name: z.string(),
  questions: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      gold: z.array(z.string()),
      also: z.array(z.string()).default([]),
      nuggets: z.array(z.object({ pattern: z.string() })),
    }),
  ),
})
export type LabelledSet = z.infer<typeof labelledSet>

/** A sentence that could be cited, with its features and which of the question's facts it states. */
export interface LabelledSentence {
  readonly text: string
  readonly part: number
  readonly row: Float64Array
  readonly facts: readonly boolean[]
  readonly isRightPage: boolean
}

/** Passages that stand for what recall finds, and sentences with features. */
const mostHits = 100
const mostSentences = 400

const fold = (text: string): string =>
  text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[`]|\s+/g, (found) => (found === '`' ? '' : ' '))

/** All passages of a folder's documents as the product's readers cut them. */
export async function readMaterial(folder: string): Promise<ReadPassage[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const passages: ReadPassage[] = []
  for (const path of paths.filter((name) => /\.(html?|pdf|md|txt)$/i.test(name)).sort()) {
    const task = {
      source: { kind: 'file' as const, path },
      name: basename(path),
      mediaTypeHint: null,
      scripts: [],
      maxFileBytes: 1e9,
      maxTextLength: 5e7,
      notSecrets: [],
      recognise: [],
    }
    try {
      const { draft } = await readDraft(task, () => undefined)
      const sourceId = relative(folder, path)
      for (const { start, end, headingPath, page, lineStart, lineEnd } of cutPassages(draft))
        passages.push({
          passageId: passages.length + 1,
          sourceId,
          sourceName: sourceId,
          title: draft.title,
          contentHash: null,
          headingPath: [...headingPath],
          text: draft.text.slice(start, end),
          locator: { sourceId, start, end, page, lineStart, lineEnd },
          reason: null,
        })
    } catch (error) {
      console.error(`${path}: ${String(error).slice(0, 100)}`)
    }
  }
  return passages
}

/**
 * The sentences of a set's questions with features and labels. BM25 over passages stands in for recall, so that the fit
 * needs no library; all else is what the engine does.
 */
export async function labelSentences(
  set: LabelledSet,
  passages: readonly ReadPassage[],
  inference: Pick<Inference, 'embed'>,
): Promise<LabelledSentence[][]> {
  const stems = (text: string): string[] => contentWords(text).map(({ stem }) => stem)
  const { score } = bm25(
    passages.map(({ title, headingPath, text }) => stems([title ?? '', ...headingPath, text].join('\n'))),
  )
  const step = Math.max(1, Math.floor(passages.length / 400))
  const sampled = passages.filter((_, at) => at % step === 0).slice(0, 400)
  const background = createBackground(sampled.map(({ title, text }) => `${title ?? ''} ${text}`))
  const search = (query: string): RecallHit[] => {
    const words = new Set(stems(query))
    const best = passages
      .map((passage, at) => ({ passage, score: score(words, at) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, mostHits)
    return best.map(({ passage, score: own }, at) => ({
      ...passage,
      reason: {
        keyword: own / Math.max(1e-9, best[0]?.score ?? 0),
        dense: null,
        feedback: null,
        section: null,
        neighbours: null,
        named: null,
        rerank: null,
        score: own,
        rankBefore: at + 1,
        rankAfter: at + 1,
      },
    }))
  }
  const labelled: LabelledSentence[][] = []
  for (const { question, gold, also, nuggets } of set.questions.filter((asked) => asked.nuggets.length > 0)) {
    const parts = aspectsOf(question).filter(({ kind }) => kind !== 'comparison')
    const sentences: LabelledSentence[] = []
    for (const [part, { query }] of parts.entries()) {
      const searches = [search(query), search(question)]
      const found = new Set(searches.flat().map(({ passageId }) => passageId))
      const read = sourcesToRead(...searches).flatMap((sourceId) => {
        const own = passages.filter((passage) => passage.sourceId === sourceId)
        if (own.length <= wholeSource) return own
        const isNear = (at: number): boolean =>
          own.slice(Math.max(0, at - reach), at + reach + 1).some(({ passageId }) => found.has(passageId))
        return own.filter((_, at) => isNear(at))
      })
      const reading = rankReading([query, question], read, background)
      const quoted = quotedPassages(read, reading)
      const candidates = (await collectCandidates(quoted, async () => null)).filter(({ defect }) => defect === null)
      const kind = questionKind(query) === 'open' ? questionKind(question) : questionKind(query)
      const features = wordFeatures({ query, question, kind, candidates, background, reading })
      const at = (name: (typeof featureNames)[number]): number => featureNames.indexOf(name)
      const first = (row: Float64Array): number =>
        (row[at('whole')] ?? 0) +
        0.8 * (row[at('document')] ?? 0) +
        0.5 * (row[at('sectionScore')] ?? 0) +
        0.4 * (row[at('passage')] ?? 0)
      const order = [...features.keys()]
        .sort(
          (a, b) =>
            first((features[b] as (typeof features)[number]).row) -
            first((features[a] as (typeof features)[number]).row),
        )
        .slice(0, mostSentences)
      const near = order.slice(0, mostEncoded)
      const [asked, ...vectors] = await inference.embed(
        [query, ...near.map((place) => candidates[place]?.sentence ?? '')],
        {
          priority: 'bulk',
        },
      )
      near.forEach((place, index) => {
        const vector = vectors[index]
        const { row } = features[place] as (typeof features)[number]
        if (asked !== undefined && vector !== undefined) row[at('meaning')] = cosine(asked, vector)
      })
      for (const place of order) {
        const { sentence, hit } = candidates[place] as (typeof candidates)[number]
        sentences.push({
          text: sentence,
          part,
          row: (features[place] as (typeof features)[number]).row,
          facts: nuggets.map(({ pattern }) => new RegExp(pattern, 'i').test(fold(sentence))),
          isRightPage: [...gold, ...also].includes(hit.sourceId),
        })
      }
    }
    labelled.push(sentences)
  }
  return labelled
}
