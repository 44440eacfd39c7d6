import { expect, it } from 'vitest'
import type { Work } from '../../../contract/report/bibliography'
import { draftOfWork, toldWork, workOfDraft } from '../../../renderer/features/source/work-form'

const work: Work = {
  type: 'article-journal',
  title: 'Waves',
  author: [{ family: 'Fay', given: 'James A.' }, { literal: 'Avco, Everett' }, { family: 'Ptolemy' }],
  issued: { 'date-parts': [[1958, 2]] },
  DOI: '10.2514/8.7517',
}

it('a form that nobody changed says the work that it was made of', () => {
  expect(workOfDraft(draftOfWork(work), work)).toEqual(work)
})

it('takes a line with a comma for a person, another for a name as it stands, and no empty field', () => {
  const draft = { ...draftOfWork(work), authors: ' Lovelace, Ada \n\nThe Wave Team', title: ' ', issued: '1843' }
  expect(workOfDraft(draft, work)).toEqual({
    type: 'article-journal',
    author: [{ family: 'Lovelace', given: 'Ada' }, { literal: 'The Wave Team' }],
    issued: { 'date-parts': [[1843]] },
    DOI: '10.2514/8.7517',
  })
})

it.each(['1958-13', '1958-02-32', '0', 'May 1958', '1958-', '19580'])('takes no date for %s', (issued) => {
  expect(workOfDraft({ ...draftOfWork(work), issued }, work)).toBeNull()
})

it('is told in a line: who, when and where', () => {
  expect(toldWork(work, (name) => `${name} et al.`)).toBe('James A. Fay et al. · 1958')
  expect(toldWork({ type: 'book', editor: [{ literal: 'A' }], publisher: 'P' }, (name) => name)).toBe('A · P')
  expect(toldWork({ type: 'book' }, (name) => name)).toBe('')
})
