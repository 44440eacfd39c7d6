import { expect, it } from 'vitest'
import { readHtml } from '../../../workers/readers/html'

const read = (html: string) =>
  readHtml({ bytes: Buffer.from(html), name: 'page.html', language: null, maxTextLength: 1e6 })

it.each([
  [
    'a body',
    '<!doctype html><html lang="de"><head><title>T</title></head><body><p>One.</p><p>Two.</p></body></html>',
    'de',
  ],
  ['no tag of a body', '<!doctype html><html lang="de"><head><title>T</title></head><p>One.<p>Two.</html>', 'de'],
  ['no tag but its title', '<!doctype html><title>T</title><p>One.</p><p>Two.</p>', undefined],
  ['no tag of its own', '<title>T</title><style>p{}</style><p>One.</p><p>Two.</p>', undefined],
  ['a body alone', '<body><title>T</title><p>One.<p>Two.', undefined],
])('reads a page with %s', (_, html, language) => {
  const draft = read(html)
  expect(draft.text).toBe('One.\n\nTwo.')
  expect(draft.title).toBe('T')
  expect(draft.metadata.declaredLanguage).toBe(language)
})

it('reads a paragraph of very many parts', () => {
  const parts = 20_000
  expect(read(`<p>${'&amp'.repeat(parts)}</p>`).text.match(/&/g)).toHaveLength(parts)
})
