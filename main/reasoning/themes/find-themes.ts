import type { Theme } from '../../../contract/session/session'
import { type Background, capitalise, contentStems, contentWords, cosine } from '../../language'
import type { SamplePassage } from '../extractive/ports'
import { clusterBySimilarity } from './cluster'
import { keyPhrasesOf } from './name-themes'

export interface FindThemesInput {
  readonly passages: readonly SamplePassage[]
  /** A vector per passage, null where the encoder does not cover its script. */
  readonly vectors: readonly (Float32Array | null)[]
  readonly background: Background
  /** Stems that all passages share because they were searched for; they make no theme. */
  readonly queryStems: ReadonlySet<string>
  /** How much each passage bears on the question; themes are ordered by their best passages. All alike if absent. */
  readonly weights?: readonly number[]
  /** The share of the best passages' weight that a theme's best ones must reach. All themes if absent. */
  readonly leastWorth?: number
  readonly most: number
}

type SparseVector = ReadonlyMap<string, number>

function sparseVector(text: string, background: Background, leaveOut: ReadonlySet<string>): SparseVector {
  const weights = new Map<string, number>()
  for (const word of contentWords(text)) {
    if (leaveOut.has(word.stem) || (word.isHan && word.stem.length < 2)) continue
    weights.set(word.stem, (weights.get(word.stem) ?? 0) + background.idf(word.stem))
  }
  let norm = 0
  for (const weight of weights.values()) norm += weight * weight
  const length = Math.sqrt(norm) || 1
  return new Map([...weights].map(([stem, weight]) => [stem, weight / length]))
}

function sparseCosine(left: SparseVector, right: SparseVector): number {
  let sum = 0
  for (const [stem, weight] of left) sum += weight * (right.get(stem) ?? 0)
  return sum
}

/** Names of columns are in every row and would be taken for themes. */
function isTabular(text: string): boolean {
  const fields = text.match(/[\p{L}\p{N} ()%°²/]{2,40}[:：]\s?[^:：;；\n]{1,60}(;|；|\n|$)/gu)?.length ?? 0
  return fields >= 4 || (text.match(/\t| \| /g)?.length ?? 0) >= 6
}

function withoutTables(input: FindThemesInput): FindThemesInput {
  const kept = input.passages.flatMap((passage, at) => (isTabular(passage.text) ? [] : [at]))
  if (kept.length === input.passages.length) return input
  const pick = <Item>(items: readonly Item[]): Item[] => kept.flatMap((at) => items[at] ?? [])
  return {
    ...input,
    passages: pick(input.passages),
    vectors: kept.map((at) => input.vectors[at] ?? null),
    ...(input.weights === undefined ? {} : { weights: pick(input.weights) }),
  }
}

/**
 * Headings over the cluster's passages, those over its weightiest ones first: a heading was written to name what
 * stands below it. Titles of sources are left out: they name the source.
 */
function headingNames(cluster: readonly SamplePassage[], weigh: (passage: SamplePassage) => number): string[] {
  const weights = new Map<string, number>()
  for (const passage of cluster) {
    const leaf = passage.headingPath.at(-1)?.trim()
    if (leaf === undefined || leaf === passage.title || leaf === passage.headingPath[0]) continue
    const name = headingName(leaf)
    if (name !== null) weights.set(name, (weights.get(name) ?? 0) + weigh(passage))
  }
  return [...weights].sort((a, b) => b[1] - a[1]).map(([leaf]) => leaf)
}

/**
 * Themes of a set of passages, those of the weightiest passages first: clusters by words and, where there are vectors, by meaning, each
 * named by its key phrases. Clusters of one passage are no themes, unless there are only a few passages.
 */
export function findThemes(given: FindThemesInput): Theme[] {
  const input = withoutTables(given)
  const { passages, vectors, background } = input
  const sparse = passages.map((passage) =>
    sparseVector(`${passage.title ?? ''} ${passage.text}`, background, input.queryStems),
  )
  const similarity = (left: number, right: number): number => {
    const words = sparseCosine(sparse[left] ?? new Map(), sparse[right] ?? new Map())
    const a = vectors[left]
    const b = vectors[right]
    if (!a || !b) return words
    return 0.5 * words + 0.5 * Math.max(0, (cosine(a, b) - 0.3) / 0.7)
  }
  const worth = (cluster: readonly number[]): number => {
    const best = cluster
      .map((at) => input.weights?.[at] ?? 1)
      .sort((a, b) => b - a)
      .slice(0, 3)
    return best.reduce((sum, weight) => sum + weight, 0) / Math.max(1, best.length)
  }
  const highest = worth(passages.map((_, at) => at))
  const smallest = passages.length >= 4 ? 2 : 1
  const clusters = clusterBySimilarity(passages.length, similarity, {
    clusters: Math.min(input.most, Math.max(2, Math.round(passages.length / 9))),
    least: 0.06,
  }).filter((cluster) => cluster.length >= smallest && worth(cluster) >= highest * (input.leastWorth ?? 0))
  clusters.sort((left, right) => worth(right) - worth(left))
  const members = clusters.map((cluster) => cluster.flatMap((at) => passages[at] ?? []))
  const texts = members.map((cluster) => ({
    texts: cluster.map((passage) => `${passage.title ?? ''}\n${passage.headingPath.join('\n')}\n${passage.text}`),
  }))
  const phrases = keyPhrasesOf(texts, background, 6)
  const themes: Theme[] = []
  const named: Set<string>[] = []
  members.forEach((cluster, at) => {
    const list = phrases[at] ?? []
    const isNew = (phrase: string): boolean => {
      const stems = contentStems(phrase)
      // Pieces of code: `ret == Z_STREAM_END`.
      if (/[=<>{};|\\]/.test(phrase)) return false
      // A source's own title names the source, not what it speaks of.
      if (cluster.every((passage) => passage.title === phrase)) return false
      const saysMore = [...stems].some((stem) => !input.queryStems.has(stem))
      return saysMore && !named.some((other) => [...stems].every((stem) => other.has(stem)))
    }
    const weigh = (passage: SamplePassage): number => input.weights?.[passages.indexOf(passage)] ?? 1
    const name = headingNames(cluster, weigh).find(isNew) ?? list.find(isNew)
    if (name === undefined) return
    named.push(contentStems(name))
    themes.push({
      name: capitalise(name),
      phrases: [...new Set([...list, name])].slice(0, 5),
      passages: cluster.length,
      sources: new Set(cluster.map((passage) => passage.sourceId)).size,
    })
  })
  return themes
}

/** Headings that name the part of a text and not what it speaks of. */
const structural =
  /^(abstract|introduction|background|overview|summary|conclusions?|discussion|results?( and discussion)?|methods?|materials( and methods)?|references|bibliography|appendix|notes?|an? examples?|examples?|comparison|contents|preface|(new|other|further) .*|引言|简介|概述|概要|背景|结论|讨论|结果|方法|参考文献|附录|总结|介绍|其他|示例|例子)$/i

/** `1.2.`, `IV.`, `A.` before the words of a heading. */
const numbering = /^(\d{1,3}(\.\d+)*\.?|[IVX]+\.|\p{Lu}\.)\s+(?=\p{L})/u

/** A release and its day, as the headings of a list of changes are: `1.1.27: Sep 12 2012`, `Version 2.0 (2024-01-05)`. */
const release =
  /^(?:version|release|v)?\.?\s*\d[\d\s.,:(–—/)-]*(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*[\d\s.,/)-]*)?$/iu

/** What a heading names: its words without their number, the first letter large, or null where it names no matter. */
export function headingName(heading: string): string | null {
  const trimmed = heading.trim()
  const name = trimmed.replace(numbering, '')
  if (name.length > 60 || name.length < 2) return null
  return structural.test(name) || release.test(trimmed) || release.test(name) ? null : capitalise(name)
}
