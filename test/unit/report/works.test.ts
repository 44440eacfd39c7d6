import { describe, expect, it } from 'vitest'
import type { Work } from '../../../contract/report/bibliography'
import { keyedWorks, toBibtex, toCslJson } from '../../../main/report'

const paper: Work = {
  type: 'article-journal',
  title: 'Étude of waves & 5 % of {heat}',
  author: [{ family: 'Müller', given: 'Hans' }, { literal: 'The Wave Team' }],
  issued: { 'date-parts': [[2004, 5]] },
  'container-title': 'J. Waves',
  page: '1–20',
  DOI: '10.1000/182',
}

describe('keys', () => {
  it('are name and year, each one work’s alone', () => {
    const nameless: Work = { type: 'document', title: '报告' }
    expect(keyedWorks([paper, paper, nameless, { type: 'document' }, paper]).map(({ key }) => key)).toEqual([
      'muller2004',
      'muller2004b',
      'source',
      'sourceb',
      'muller2004c',
    ])
  })
})

describe('references of a report', () => {
  it('are CSL-JSON with what is known and nothing else', () => {
    expect(JSON.parse(toCslJson(keyedWorks([paper])))).toEqual([{ id: 'muller2004', ...paper }])
    expect(toCslJson([])).toBe('[]\n')
  })

  it('are BibTeX that escapes what LaTeX reads as its own', () => {
    const page: Work = { type: 'webpage', title: 'Storing {heat}\\', URL: 'https://example.org/a_b}{%20c' }
    expect(toBibtex(keyedWorks([paper, page]))).toBe(`@article{muller2004,
  author = {Müller, Hans and {The Wave Team}},
  title = {Étude of waves \\& 5 \\% of \\{heat\\}},
  journal = {J. Waves},
  year = {2004},
  month = {5},
  pages = {1--20},
  doi = {10.1000/182},
}

@misc{storing,
  title = {Storing \\{heat\\}\\textbackslash{}},
  url = {https://example.org/a_b%20c},
}
`)
    expect(toBibtex([])).toBe('')
  })
})
