import type { DomainView, FoundDomain } from '../../contract/library/domain'

/** Domains that are shown beside a query's passages. */
const mostNamed = 3

/** `library` names no domain of many; `WAL`, `FTS5` and `query planner` do. */
const isDistinctive = (alias: string): boolean => !/^\p{Ll}+$/u.test(alias)

/**
 * The domains whose name, or an alias, stands whole in a query; the longest match first. An alias that was found and is a
 * common word counts only once a person has looked at the aliases.
 */
export function domainsNamed(query: string, domains: readonly DomainView[]): FoundDomain[] {
  return domains
    .flatMap(({ domainId, name, aliases, edited, summary, documents, keyFiles }): FoundDomain[] => {
      const [matched] = [name, ...(edited.includes('aliases') ? aliases : aliases.filter(isDistinctive))]
        .filter((one) => namesWhole(query, one))
        .sort((one, other) => other.length - one.length)
      return matched === undefined ? [] : [{ domainId, name, summary, documents, keyFiles, matched }]
    })
    .sort((one, other) => other.matched.length - one.matched.length || other.documents - one.documents)
    .slice(0, mostNamed)
}

/** A domain that has to do with a question, and how much, 0..1. */
export interface BearingDomain {
  readonly domain: DomainView
  readonly relevance: number
}

/** Share of what recall finds that a domain holds at least which a question is of. */
const leastShare = 0.4

/** The domains that a question names, then those that hold most of what recall finds for it. @param shares by domain, 0..1 */
export function domainsBearing(
  question: string,
  domains: readonly DomainView[],
  shares: ReadonlyMap<string, number>,
): BearingDomain[] {
  const named = new Set(domainsNamed(question, domains).map(({ domainId }) => domainId))
  return domains
    .map((domain) => ({ domain, relevance: named.has(domain.domainId) ? 1 : (shares.get(domain.domainId) ?? 0) }))
    .filter(({ relevance }) => relevance >= leastShare)
    .sort((one, other) => other.relevance - one.relevance || other.domain.documents - one.domain.documents)
}

/** Whether the name stands in the query as whole words: “art” is not in “start”. */
export function namesWhole(query: string, name: string): boolean {
  const escaped = name.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const spaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(name)
  const pattern = spaced ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped
  return escaped !== '' && new RegExp(pattern, 'iu').test(query)
}
