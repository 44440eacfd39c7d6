import { contentWords, groupBy } from '../language'
import type { Database } from '../store'
import type { ScoredId } from './fuse'
import type { PassageScores, PathScope } from './keyword-path'

/** The best passages so far, whose texts are compared. */
const comparedPassages = 200
/** Passages of a source in a row that are compared as one text: about its sections. */
const passagesOfText = 24
const nearestTexts = 10

/** A passage with the text that it is part of. */
export interface ComparedPassage extends ScoredId {
  readonly part: string
  readonly text: string
}

/** The best passages, each by the scores of the texts that are most like its own. */
export async function scoreByNeighbours(
  database: Database,
  mixed: readonly ScoredId[],
  { projectId, signal }: PathScope,
): Promise<PassageScores> {
  const scoreOf = new Map(mixed.slice(0, comparedPassages).map(({ id, score }) => [id, score]))
  if (scoreOf.size === 0) return new Map()
  const rows = await database.query<{ id: number; part: string; text: string }>(
    `select passage_id as id, source_id || ' ' || ordinal / ${passagesOfText} as part, search_text as text
     from passages where project_id = $1 and passage_id = any($2::bigint[]) order by passage_id`,
    [projectId, [...scoreOf.keys()]],
    { signal },
  )
  return neighbourScores(rows.map((row) => ({ ...row, score: scoreOf.get(row.id)! })))
}

/**
 * The mean score of the texts nearest to each passage's own, weighted by their likeness (score regularisation, Diaz 2005:
 * texts that are alike answer the same question). A text scores as its best passage; likeness is the cosine of words
 * weighted by (1 + ln count) · ln((n + 1) / (texts with it + ½)), among the n texts compared: what all of them say tells
 * none apart. Empty for a single text; a text that is like no other has 0.
 */
export function neighbourScores(passages: readonly ComparedPassage[]): PassageScores {
  const parts = [...groupBy(passages, ({ part }) => part).values()]
  if (parts.length < 2) return new Map()
  const scores = parts.map((part) => Math.max(...part.map(({ score }) => score)))
  const likeness = likenessOf(parts.map((part) => part.map(({ text }) => text).join('\n')))
  return new Map(
    parts.flatMap((part, at) => {
      const nearest = Array.from(likeness[at]!, (weight, other) => ({ weight, score: scores[other]! }))
        .sort((a, b) => b.weight - a.weight)
        .slice(0, nearestTexts)
      const total = nearest.reduce((sum, { weight }) => sum + weight, 0)
      const mean = nearest.reduce((sum, { weight, score }) => sum + weight * score, 0) / (total || 1)
      return part.map(({ id }) => [id, mean] as const)
    }),
  )
}

/** Cosines of each text with each other one; 0 with itself. */
function likenessOf(texts: readonly string[]): Float64Array[] {
  const places = new Map<string, { readonly text: number; weight: number }[]>()
  for (const [text, words] of texts.map(contentWords).entries()) {
    for (const { stem } of words) {
      const list = places.get(stem) ?? []
      if (list.length === 0) places.set(stem, list)
      const last = list.at(-1)
      if (last?.text === text) last.weight += 1
      else list.push({ text, weight: 1 })
    }
  }
  const lengths = new Float64Array(texts.length)
  for (const list of places.values()) {
    const rarity = Math.log((texts.length + 1) / (list.length + 0.5))
    for (const place of list) {
      place.weight = (1 + Math.log(place.weight)) * rarity
      lengths[place.text]! += place.weight ** 2
    }
  }
  const likeness = texts.map(() => new Float64Array(texts.length))
  for (const list of places.values()) {
    for (const one of list) {
      for (const other of list) {
        if (one !== other) likeness[one.text]![other.text]! += one.weight * other.weight
      }
    }
  }
  for (const [one, row] of likeness.entries()) {
    for (const other of row.keys()) row[other]! /= Math.sqrt(lengths[one]! * lengths[other]!) || 1
  }
  return likeness
}
