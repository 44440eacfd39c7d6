import type { DomainView, FoundDomain } from '../../contract/domain'

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

/** Whether the name stands in the query as whole words: “art” is not in “start”. */
export function namesWhole(query: string, name: string): boolean {
  const escaped = name.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const spaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(name)
  const pattern = spaced ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped
  return escaped !== '' && new RegExp(pattern, 'iu').test(query)
}
