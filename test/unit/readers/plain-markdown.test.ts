import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { frontmatter } from 'micromark-extension-frontmatter'
import { gfm } from 'micromark-extension-gfm'
import { expect, it } from 'vitest'
import { type PlainBlock, plainBlocksOf } from '../../../workers/readers/plain-markdown'

/** What the parser of all of Markdown makes; null where it is more than headings and paragraphs of text. */
function parsedBlocks(markdown: string): PlainBlock[] | null {
  const { children } = fromMarkdown(markdown, {
    extensions: [gfm(), frontmatter(['yaml'])],
    mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml'])],
  })
  const blocks: PlainBlock[] = []
  for (const node of children) {
    if (node.type !== 'heading' && node.type !== 'paragraph') return null
    if (node.children.some((child: Nodes) => child.type !== 'text')) return null
    const text = node.children.map((child) => (child.type === 'text' ? child.value : '')).join('')
    blocks.push({ level: node.type === 'heading' ? node.depth : null, text })
  }
  return blocks
}

const piece = fc.constantFrom(
  ...[
    'word',
    'Two words',
    '#',
    '##',
    '# ',
    '#######',
    '\n',
    '\n\n',
    ' ',
    '   ',
    '    ',
    '-',
    '---',
    '=',
    '+',
    '1.',
    '2)',
  ],
  ...[
    '12 m',
    '.',
    ',',
    ':',
    ':-',
    ':--',
    '--',
    '|',
    '*',
    '_',
    '`',
    '~~',
    '<b>',
    '&amp;',
    '\\',
    '[a]',
    '!',
    '(a)',
    '\t',
  ],
  ...[
    'www.a.org',
    'https://a.org',
    'a@b.org',
    'xmpp:',
    'é',
    '中文',
    '\u00a0',
    '\u2028',
    '\f',
    '\v',
    '\0',
    '$',
    '^',
    '"',
    "'",
  ],
)

it('makes of plain Markdown what the whole parser makes of it, or nothing', () => {
  let plain = 0
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
      (markdown) => {
        const blocks = plainBlocksOf(markdown)
        if (blocks === null) return
        plain++
        expect(blocks).toEqual(parsedBlocks(markdown))
      },
    ),
    { numRuns: 6000 },
  )
  expect(plain).toBeGreaterThan(300)
})

it('knows an abstract under its title', () => {
  expect(plainBlocksOf('# Lift of wings\n\nLift (see 3.1) grows - slowly,\nand falls.\n\n## End\nDone.\n')).toEqual([
    { level: 1, text: 'Lift of wings' },
    { level: null, text: 'Lift (see 3.1) grows - slowly,\nand falls.' },
    { level: 2, text: 'End' },
    { level: null, text: 'Done.' },
  ])
})
