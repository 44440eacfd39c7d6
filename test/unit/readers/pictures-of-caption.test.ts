import { expect, it } from 'vitest'
import { picturesOfCaption } from '../../../workers/readers/figures/pictures-of-caption'
import { readHtml } from '../../../workers/readers/html'

const prose =
  '<p>A buffer tank keeps the water of a heat pump warm while its compressor is at rest, and loses heat.</p>'

/** What stands at each caption of a page, by the caption's number. */
function picturesIn(body: string): Record<string, string[]> {
  const page = `<html><head><title>Tanks</title></head><body><h1>Tanks</h1>${prose.repeat(4)}${body}${prose.repeat(4)}</body></html>`
  const draft = readHtml({ name: 'tanks.html', language: null, maxTextLength: 1e6, bytes: Buffer.from(page) })
  return Object.fromEntries(
    [...draft.text.matchAll(/^(Figure \w+|图 \d+)/gm)].map(({ 0: name, index }) => [
      name,
      picturesOfCaption(draft, index).map(({ reference }) => reference),
    ]),
  )
}
const image = (name: string): string => `<p><img src="${name}" alt="A tank"></p>`
const caption = (number: number | string): string => `<p>Figure ${number}: Heat loss of a tank.</p>`

it.each([
  [
    'stands below',
    `${image('a')}${caption(1)}${prose}${image('b')}${caption(2)}`,
    { 'Figure 1': ['a'], 'Figure 2': ['b'] },
  ],
  [
    'stands above',
    `${caption(1)}${image('a')}${prose}${caption(2)}${image('b')}`,
    { 'Figure 1': ['a'], 'Figure 2': ['b'] },
  ],
  [
    'stands below, without text between',
    `${image('a')}${caption(1)}${image('b')}${caption(2)}`,
    { 'Figure 1': ['a'], 'Figure 2': ['b'] },
  ],
  [
    'stands above, without text between',
    `${caption(1)}${image('a')}${caption(2)}${image('b')}${prose}${caption(3)}${image('c')}`,
    { 'Figure 1': ['a'], 'Figure 2': ['b'], 'Figure 3': ['c'] },
  ],
  ['stands in one paragraph with it', '<p><img src="a"><br>Figure 1: A tank.</p>', { 'Figure 1': ['a'] }],
  ['has several', `<p><img src="a"><img src="b"></p>${caption(1)}`, { 'Figure 1': ['a', 'b'] }],
  [
    'is in a table with it',
    `<table><tr><td><img src="a"></td></tr><tr><td>Figure 1: A tank.</td></tr></table>`,
    { 'Figure 1': ['a'] },
  ],
  [
    'stands below two beside each other in a table',
    `<table><tr><td><img src="a"></td><td><img src="b"></td></tr><tr><td colspan="2">Figure 1: A tank.</td></tr></table>`,
    { 'Figure 1': ['a', 'b'] },
  ],
  [
    'is in an element with it, before or behind',
    `${image('x')}<figure><figcaption>Figure 1: A tank.</figcaption><img src="a"></figure><figure><img src="b"><figcaption aria-hidden="true">Figure 2: Two.</figcaption></figure>`,
    { 'Figure 1': ['a'], 'Figure 2': ['b'] },
  ],
  [
    'is in an element without one',
    `${image('x')}<figure><figcaption>Figure 1: A drawing.</figcaption><svg></svg></figure>`,
    { 'Figure 1': [] },
  ],
  ['has none', `${caption(1)}${prose}${image('x')}${prose}`, { 'Figure 1': [] }],
  [
    'has the same words as another, each with its own',
    `<h2>One</h2>${image('a')}${caption(1)}<h2>Two</h2>${image('b')}${caption('1a')}`,
    { 'Figure 1': ['a'], 'Figure 1a': ['b'] },
  ],
])('a caption that %s', (_, body, expected) => {
  expect(picturesIn(body)).toEqual(expected)
})

it('of two captions of the same words, each has its own picture', () => {
  const page = `<html><body><h1>A</h1>${prose}${image('a')}${caption(1)}<h1>B</h1>${prose}${image('b')}${caption(1)}</body></html>`
  const draft = readHtml({ name: 'x.html', language: null, maxTextLength: 1e6, bytes: Buffer.from(page) })
  const at = [...draft.text.matchAll(/^Figure 1:/gm)].map(({ index }) => picturesOfCaption(draft, index)[0]?.reference)
  expect(at).toEqual(['a', 'b'])
})
