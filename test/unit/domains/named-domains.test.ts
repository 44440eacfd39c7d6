import { expect, it } from 'vitest'
import type { DomainView } from '../../../contract/library/domain'
import { domainsNamed } from '../../../main/domains/named-domains'

const domain = (name: string, aliases: string[], edited: DomainView['edited'] = []): DomainView => {
  const place = { documents: 3, keyFiles: [], x: 0, y: 0, radius: 1 }
  return { domainId: name, name, aliases, summary: '', edited, ...place }
}
const namedIn = (query: string, ...domains: DomainView[]) =>
  domainsNamed(query, domains).map(({ name, matched }) => [name, matched])

it('takes a query to name a domain by its name and by what is called so alone, not by a common word', () => {
  const log = domain('Write-ahead log', ['WAL', 'file', 'checkpoint mode'])
  expect(namedIn('What does WAL do?', log)).toEqual([['Write-ahead log', 'WAL']])
  expect(namedIn('Which checkpoint mode is best?', log)).toEqual([['Write-ahead log', 'checkpoint mode']])
  expect(namedIn('How large can a file get?', log)).toEqual([])
  expect(namedIn('数据库怎么备份？', domain('备份', ['数据库']))).toHaveLength(1)
})

it('takes any alias that a person has looked at', () => {
  expect(namedIn('How large can a file get?', domain('Log', ['file'], ['aliases']))).toEqual([['Log', 'file']])
})
