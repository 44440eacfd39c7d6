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

it('keeps the boxes and lists of a text, and leaves out what stands beside it', () => {
  const prose = 'A snapshot, which is taken while others write, holds the state of one moment, and it takes no lock. '
  const links = Array.from({ length: 12 }, (_, at) => `<li><a href="${at}.html">Chapter ${at}</a></li>`).join('')
  const box = '<div class="sidebar"><p>NOTE</p><p>A mirror is no backup.</p></div>'
  const options = '<ul><li><a href="o.html">--keep</a>: the old file stays.</li></ul>'
  const text = `<h1>Snapshots</h1><p>${prose.repeat(6)}</p>${box}<p>${prose.repeat(4)}</p>${options}<p>${prose.repeat(5)}</p>`
  const draft = read(
    `<title>Snapshots</title><body><div class="sidebar"><ul>${links}</ul></div><div class="content">${text}</div></body>`,
  )
  expect(draft.text).toContain('A mirror is no backup.')
  expect(draft.text).toContain('--keep: the old file stays.')
  expect(draft.text).not.toContain('Chapter 3')
})

it('reads a paragraph of very many parts', () => {
  const parts = 20_000
  expect(read(`<p>${'&amp'.repeat(parts)}</p>`).text.match(/&/g)).toHaveLength(parts)
})

it('keeps the numbers of an ordered list, as a browser shows them', () => {
  const steps =
    '<ol start="3"><li>Stop it.</li><li><p>Open it.</p><ul><li>Gently.</li></ul></li><li value="9">Go.</li></ol>'
  expect(read(`<p>Do this:</p>${steps}<ol><li>Alone.</li></ol><ol reversed><li>Two.</li><li>One.</li></ol>`).text).toBe(
    'Do this:\n\n3. Stop it.\n4. Open it.\nGently.\n9. Go.\nAlone.\nTwo.\nOne.',
  )
})

it('reads a manual page in its columns as sections and paragraphs, and leaves other preformatted text as it is', () => {
  const page = [
    'MILL(8)                                                              MILL(8)',
    '',
    '<b>NAME</b>',
    '       mill - grinds one sack after the other',
    '',
    '<b>SYNOPSIS</b>',
    '       mill [-s sack]',
    '',
    '<b>THE RUNNER STONES</b>',
    '       The upper stone turns, and the lower one  lies  still.  The  per-sack',
    '       charge is set by the  miller,  who  takes  one  sack  as  the  mes-',
    '       sage says, or as the message of the per-sack table says it.',
    '',
    '       <b>hold</b>   Sacks that are kept until  someone  sets  them  free,  however  per-',
    '              sack charges rise.',
  ].join('\n')
  const draft = read(`<title>mill</title><body><pre>${page}</pre><p>See:</p><pre>turn  the cap\n  stop</pre></body>`)
  expect(draft.headings.map(({ text }) => text)).toEqual(['NAME', 'SYNOPSIS', 'THE RUNNER STONES'])
  expect(draft.text).toContain('who takes one sack as the message says, or as the message of the per-sack table')
  expect(draft.text).toContain('hold Sacks that are kept until someone sets them free, however per-sack charges rise.')
  expect(draft.text).toContain('turn  the cap\n  stop')
})

it('has the caption of a figure as a block of its own', () => {
  const figure =
    '<figure><img src="loss.png" alt=""><figcaption>Figure 3: Heat <i>loss</i> of the tank</figcaption></figure>'
  expect(read(`<p>It cools down.${figure}It is heated.</p>`).text).toBe(
    'It cools down.\n\nFigure 3: Heat loss of the tank\n\nIt is heated.',
  )
  const hidden = '<figure><img src="loss.png"><figcaption aria-hidden="true">Figure 3: Heat loss</figcaption></figure>'
  expect(read(`<p>It cools down.</p>${hidden}`).text).toContain('Figure 3: Heat loss')
  const table = '<table><tr><td><img></td><td><img></td></tr><tr><td colspan="2">Figure 3: Heat loss</td></tr></table>'
  expect(read(`<p>It cools down.</p>${table}`).text).toBe('It cools down.\n\nFigure 3: Heat loss')
})

it.each([
  '<html><title>Tanks</title><body><p>It cools down.</p></body></html>',
  '<html><head><title>Tanks</title></head><link rel="x"><body><p>It cools down.</p></body></html>',
  '<html><body><p>It cools down.</p></body></html>',
  '<body><p>It cools down.</p></body>',
])('reads the text of %s', (page) => {
  const input = { name: 'x.html', language: null, maxTextLength: 1e6 }
  expect(readHtml({ ...input, bytes: Buffer.from(page) }).text).toBe('It cools down.')
})

it('leaves out the marks that link to where they stand, and the index of a manual', () => {
  const draft = read(
    `<!doctype html><title>Minimizers</title><h1>Minimizers<a class="headerlink" href="#minimizers">¶</a></h1>
    <dl><dt id="x"><strong>fminsearch</strong> <em>(<var>fun</var>)</em><a href="#x" class="copiable-anchor"> &para;</a></dt>
    <dd><p>Searches without a derivative; see <a href="#y">§</a> and paragraph <a href="other.html">¶</a>.</p></dd></dl>
    <table class="index-cp" border="0"><tr><td><a href="a.html">derivative</a></td><td><a href="b.html">Minimizers</a></td></tr>
    <tr><td>search</td><td>Minimizers</td></tr></table>`,
  )
  expect(draft.title).toBe('Minimizers')
  expect(draft.text).toBe('Minimizers\n\nfminsearch (fun)\nSearches without a derivative; see and paragraph ¶.')
})
