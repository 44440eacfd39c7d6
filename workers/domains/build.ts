import type { ClusteredDocument, FoundCluster } from '../../contract/library/domain-build'
import { type Clustering, clustersOf, unit } from './cluster'
import { layOut } from './layout'
import {
  characteristicTerms,
  type DocumentTerms,
  documentFrequencies,
  documentTerms,
  nameOf,
  namesOf,
  summaryOf,
} from './naming'

/** Components of the vectors of words: hashed, so that they need no vocabulary. */
const hashedLength = 1024
/** Fewer documents have nothing in common that others lack: they are in no domain. */
const fewestMembers = 2

/**
 * Domains of documents: those with an encoder's vector are clustered by it, the others (scripts that the encoder does not
 * cover) by TF-IDF of their words, each kind for itself, for their distances cannot be compared. Pure and deterministic.
 * @param onProgress told 0..1
 */
export function buildDomains(
  documents: readonly ClusteredDocument[],
  onProgress: (done: number) => void = () => {},
): FoundCluster[] {
  const terms: DocumentTerms[] = []
  const own = withoutCommonLines(documents.map(({ text }) => text))
  for (const [index, { title, name, text, authors }] of documents.entries()) {
    const people = [...authors.flatMap(wordsOf), ...bylineWords(title ?? '', text)]
    // A title says what its file's name would, in words.
    terms.push(documentTerms(title ?? wordsOfName(name), own[index]!, people))
    if (index % 200 === 0) onProgress((0.5 * index) / documents.length)
  }
  const everywhere = documentFrequencies(terms)
  const people = namesOf(terms)
  onProgress(0.5)
  const indexes = [...documents.keys()]
  const covered = indexes.filter((index) => documents[index]!.vector !== null)
  const others = indexes.filter((index) => documents[index]!.vector === null)
  const byVector = kept(clustersOf(covered.map((index) => documents[index]!.vector!)), covered)
  onProgress(0.7)
  const byWords = kept(
    clustersOf(others.map((index) => wordVector(terms[index]!, everywhere, documents.length))),
    others,
  )
  onProgress(0.9)
  const clusters = [...byVector.clusters, ...byWords.clusters]
  const circles = layOut(
    [byVector.centres, byWords.centres],
    clusters.map(({ length }) => length),
  )
  const taken = new Set<string>()
  return clusters.map((members, index) => {
    const memberTerms = members.map((member) => terms[member]!)
    const characteristic = characteristicTerms(memberTerms, everywhere, documents.length, people)
    const texts = members.map((member) => own[member]!)
    const named = nameOf(characteristic, memberTerms, taken)
    const first = documents[members[0]!]!
    // Documents without a word in common are called by the one nearest to their centre.
    const name = named.name === '' ? (first.title ?? first.name) : named.name
    taken.add(name.toLowerCase())
    return {
      members,
      name: name.slice(0, 120),
      aliases: named.aliases.map((one) => one.slice(0, 80)),
      summary: summaryOf(characteristic, texts),
      ...circles[index]!,
    }
  })
}

/** Clusters of enough documents, in the numbers of the documents. */
function kept({ clusters, centres }: Clustering, indexes: readonly number[]): Clustering {
  const large = [...clusters.keys()].filter((one) => clusters[one]!.length >= fewestMembers)
  return {
    clusters: large.map((one) => clusters[one]!.map((member) => indexes[member]!)),
    centres: large.map((one) => centres[one]!),
  }
}

/** What stands in so many documents is their frame: menus, notices, footers. */
const commonFrom = { documents: 4, share: 0.02 }

function withoutCommonLines(texts: readonly string[]): string[] {
  const lines = texts.map((text) => text.split('\n').map((line) => line.trim()))
  const counts = new Map<string, number>()
  for (const own of lines) for (const line of new Set(own)) counts.set(line, (counts.get(line) ?? 0) + 1)
  const most = Math.max(commonFrom.documents, texts.length * commonFrom.share)
  return lines.map((own) => own.filter((line) => (counts.get(line) ?? 0) < most).join('\n'))
}

const wordsOfName = (name: string): string => name.replace(/\.[A-Za-z0-9]{1,5}$/, '').replace(/[_-]+/g, ' ')

function wordVector({ counts }: DocumentTerms, everywhere: ReadonlyMap<string, number>, total: number): Float32Array {
  const vector = new Float32Array(hashedLength)
  for (const [key, count] of counts) {
    const weight = (1 + Math.log(count)) * Math.log((total + 1) / (everywhere.get(key) ?? 1))
    const hash = hashOf(key)
    vector[hash % hashedLength]! += hash & 0x80000 ? weight : -weight
  }
  return unit(vector)
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash
}

/** Paragraphs that a byline may stand in: behind the title, before the text. */
const mostParagraphs = 8
const longestByline = 240
const mostWords = 30
/** Words between names and places of work. */
const joining = /^(?:of|at|the|and|for|in|et|und|y|e|de|la|le|du|des|del|di|da|van|von|der|den|zu|by|with)$/
const textBegins =
  /^(?:abstract|contents|summary|introduction|overview|preface|keywords|table of contents|\d+(?:\.\d+)*\s)/i

/**
 * Words of names that a document begins with: who wrote it, where they work, and when. Short paragraphs behind the title in
 * which each word has a capital. What stands in lower case elsewhere is no name: that is for the caller to see.
 */
function bylineWords(title: string, text: string): string[] {
  const words: string[] = []
  const paragraphs = text.slice(0, 2000).split(/\n+/)
  for (const paragraph of paragraphs.slice(0, mostParagraphs)) {
    const line = paragraph.trim()
    if (line === '' || title.includes(line)) continue
    if (textBegins.test(line)) break
    const own = wordsOf(line)
    if (line.length > longestByline || own.length > mostWords) break
    if (own.every((word) => /^\p{Lu}/u.test(word) || joining.test(word))) words.push(...own)
  }
  return words
}

/** The words of names, as terms are keyed. */
const wordsOf = (names: string): string[] => names.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []
