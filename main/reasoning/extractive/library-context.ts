import type { DomainView } from '../../../contract/library/domain'
import type { GivenItem } from '../../../contract/library/memory'
import { gatherCode, isOnCode } from '../code/gather'
import { firstLines } from '../code/symbols'
import type { Evidence, Inquiry } from '../port'
import { embedCovered } from './embed-covered'
import { withoutExcluded } from './gather'
import { type ExtractivePorts, portsWithin } from './ports'

interface LibraryContextPorts extends ExtractivePorts {
  readonly domains: {
    /** The nearest first, each with how much words have to do with it, 0..1. */
    bearingOn(
      words: string,
      sourceIds: readonly string[],
      options: { signal: AbortSignal },
    ): Promise<readonly { readonly domain: DomainView; readonly relevance: number }[]>
  }
}

/** Hits that tell what words are about, and what is given at most. */
const looked = 20
const mostDomains = 2
const mostFunctions = 3
const mostCharacters = 500

/**
 * What the library holds that bears on words, for a language model's context: domains with their key files, and functions
 * of its code in their first lines. Throws what recall and the encoder throw, and the signal's reason.
 */
export async function readLibraryContext(
  library: LibraryContextPorts,
  words: string,
  limits: Pick<Inquiry, 'scope' | 'neverUse'>,
  at: string,
  signal: AbortSignal,
): Promise<GivenItem[]> {
  const { scope, neverUse = [] } = limits
  const ports = portsWithin(library, scope)
  const hits = withoutExcluded((await ports.recall(words, { top: looked, signal })).hits, limits)
  if (hits.length === 0) return []
  const sourceIds = [...new Set(hits.map(({ sourceId }) => sourceId))]
  // A domain tells of documents that a narrowed session may not use.
  const domains = scope === undefined ? await library.domains.bearingOn(words, sourceIds, { signal }) : []
  const functions =
    ports.code === undefined
      ? []
      : await gatherCode(
          ports.code,
          words,
          isOnCode(hits, await ports.code.codeAmong(sourceIds, { signal })),
          (sourceId) => neverUse.includes(sourceId),
          (texts) => embedCovered(ports, texts, signal),
          signal,
        )
  const highest = Math.max(...functions.map(({ score }) => score))
  return [
    ...domains.slice(0, mostDomains).map(({ domain: { domainId: id, name, summary, keyFiles }, relevance }) => ({
      kind: 'domain' as const,
      id,
      text: summary,
      name,
      keyFiles: withoutExcluded(keyFiles, limits).map((one) => one.name),
      relevance,
      at,
    })),
    ...functions.slice(0, mostFunctions).flatMap((one) => functionItem(one, one.score / highest, at)),
  ]
}

/** A function in as many of its first lines as are given; none where already the first one is longer. */
function functionItem({ sentence, place }: Evidence, relevance: number, at: string): GivenItem[] {
  if (place.kind !== 'source') return []
  const text = firstLines(sentence, mostCharacters)
  if (text === '') return []
  const { sourceName: path, symbol = '', lineStart } = place
  const lineEnd = lineStart + text.split('\n').length - 1
  const id = `${place.sourceId} ${place.start}`.slice(0, 64)
  return [{ kind: 'code', id, text, path, symbol, lineStart, lineEnd, relevance, at }]
}
