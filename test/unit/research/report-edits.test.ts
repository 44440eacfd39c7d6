import { describe, expect, it } from 'vitest'
import type { Claim, ReportSection } from '../../../contract/report/report'
import { citedIn, editSections } from '../../../main/research/report-edits'

const claim = (id: string, n: number): Claim => ({
  id,
  text: `Says ${id}.`,
  citations: [n],
  paragraph: 0,
  verdict: 'supported',
  method: 'verbatim',
  reason: null,
})
const sections: ReportSection[] = [
  { kind: 'summary', sentences: [claim('s1', 1)] },
  { kind: 'aspect', heading: 'Theory', sentences: [claim('s2', 2), claim('s3', 1)] },
  {
    kind: 'sources',
    sentences: [1, 2].map((n) => ({
      id: `source-${n}`,
      citations: [n],
      paragraph: n,
      method: 'none',
      fact: { kind: 'originCited', values: { title: `Paper ${n}`, name: null } },
    })),
  },
]
const unchanged = async (one: Claim): Promise<Claim> => one
const refused = { code: 'session.wrongState' }

describe('edits of a report', () => {
  it('remove a section, and the sources that only it cites', async () => {
    const left = await editSections({ sections }, { kind: 'removeSection', section: 1 }, unchanged)
    expect(left.map(({ kind, sentences }) => [kind, sentences.map(({ id }) => id)])).toEqual([
      ['summary', ['s1']],
      ['sources', ['source-1']],
    ])
    expect([...citedIn(left)]).toEqual([1])
  })

  it('keep the answer and the list of sources', async () => {
    for (const section of [0, 2, 9]) {
      await expect(editSections({ sections }, { kind: 'removeSection', section }, unchanged)).rejects.toMatchObject(
        refused,
      )
    }
  })

  it('keep what stood there first of a sentence that is edited twice, and change no other', async () => {
    const edit = (text: string) => ({ kind: 'sentence', sentenceId: 's2', text }) as const
    const once = await editSections({ sections }, edit('Once.'), unchanged)
    const twice = await editSections({ sections: once }, edit('Twice.'), unchanged)
    expect(twice[1]?.sentences[0]).toMatchObject({ text: 'Twice.', method: 'rules', edited: { original: 'Says s2.' } })
    expect([twice[0], twice[1]?.sentences[1]]).toEqual([sections[0], sections[1]?.sentences[1]])
    await expect(editSections({ sections }, { ...edit('x'), sentenceId: 's9' }, unchanged)).rejects.toMatchObject(
      refused,
    )
  })
})
