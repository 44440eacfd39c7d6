import { expect, it } from 'vitest'
import { readAsciidoc } from '../../../workers/readers/asciidoc'

const read = (text: string) =>
  readAsciidoc({ text, name: 'guide.adoc', language: null, encoding: 'utf-8', maxTextLength: 1e6 })

it('reads a document as its page shows it: headings, steps, entries, tables and code, without marks', async () => {
  const draft = await read(`= Mill Guide
Ada Grind <ada@example.org>; Bo Flour
v1.2, 2024-05-06
:toc:
:stone: basalt

The mill uses *{stone}* and \`--fine\`, see <<stops,how it stops>> and https://example.org/x[the site].

== Stopping [[stops]]

. Close the gate.
. Lift the stone.

--fine:: Grinds twice.

WARNING: Never lift a turning stone.

|===
|Grain |Hours

|Rye |3
|===

----
mill --fine
  rye
----
`)
  expect(draft.text.split('\n').filter((line) => line !== '')).toEqual([
    'Mill Guide',
    'The mill uses basalt and --fine, see how it stops and the site.',
    'Stopping',
    '1. Close the gate.',
    '2. Lift the stone.',
    '--fine',
    'Grinds twice.',
    'Warning: Never lift a turning stone.',
    'Grain: Rye; Hours: 3',
    'mill --fine',
    '  rye',
  ])
  expect(draft.title).toBe('Mill Guide')
  expect(draft.headings.map(({ level, text }) => [level, text])).toEqual([
    [1, 'Mill Guide'],
    [2, 'Stopping'],
  ])
  expect(draft.metadata).toEqual({ fields: { authors: ['Ada Grind', 'Bo Flour'], date: '2024-05-06' } })
})

it('reads no other file, whatever a document includes', async () => {
  const draft = await read('Before.\n\ninclude::/etc/passwd[]\n\nimage::/etc/passwd[opts=inline]\n\nAfter.')
  expect(draft.text).not.toContain('root:')
  expect(draft.text).toContain('After.')
})

it('tells the text or the name of a macro that only its publisher knows', async () => {
  const { text } = await read(
    'A javadoc:org.mill.Stone[format=annotation] has the property configprop:mill.fine[] and a type:x.Y[grain].\n\ninclude-code::Mill[]\n',
  )
  expect(text).toBe('A org.mill.Stone has the property mill.fine and a grain.')
})
