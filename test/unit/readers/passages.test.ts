import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitSentences } from '../../../contract/report/sentences'
import { cutPassages } from '../../../workers/readers/chunk/passages'
import { sizeOf } from '../../../workers/readers/chunk/size'
import type { TextInput } from '../../../workers/readers/draft'
import { readJson } from '../../../workers/readers/json'
import { readMarkdown } from '../../../workers/readers/markdown'
import { readPlainText } from '../../../workers/readers/plain-text'
import { readSourceCode } from '../../../workers/readers/source-code'
import { readTable } from '../../../workers/readers/table'
import { expectSound } from './sound'

const input = (text: string, name = 'x'): TextInput => ({
  text,
  name,
  language: null,
  encoding: 'utf-8',
  maxTextLength: 1e7,
})

const word = fc.constantFrom(
  'heat',
  'pump',
  'e.g.',
  'Fig. 3',
  'cold.',
  'The',
  'water?',
  '热泵很好。',
  'x'.repeat(300),
  '1,234.5',
  '🔥',
  '|',
  '-',
  '> ',
  '*',
  '`',
)
const line = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '))
const prefix = fc.constantFrom('', '# ', '## ', '- ', '1. ', '    ', '\t', 'def f', '|')
const document = fc
  .array(fc.tuple(prefix, line, fc.constantFrom('\n', '\n\n', '\n\n\n')), { maxLength: 12 })
  .map((parts) => parts.map((part) => part.join('')).join(''))

describe('cutPassages', () => {
  it.each([
    ['Markdown', readMarkdown],
    ['plain text', readPlainText],
    ['code', (source: TextInput) => readSourceCode({ ...source, language: 'python' })],
  ])('covers %s without overlap, within its limits, at exact places', (_name, read) => {
    fc.assert(
      fc.property(document, (text) => {
        const draft = read(input(text))
        expectSound(draft, cutPassages(draft))
      }),
      { numRuns: 120 },
    )
  })

  it('ends passages between sentences and keeps under headings', () => {
    const paragraph = 'Heat pumps, e.g. those of Smith et al. (2010), move heat. They need work. '.repeat(20)
    const draft = readMarkdown(input(`# A\n\n${paragraph}\n\n## B\n\n${paragraph}`))
    const passages = cutPassages(draft)
    expectSound(draft, passages)
    expect(passages.length).toBeGreaterThan(5)
    for (const passage of passages) {
      expect(passage.text).toMatch(/^(?:Heat pumps|They need)[\s\S]*\.$/)
      expect(splitSentences(passage.text).every(({ end }) => passage.text[end - 1] === '.')).toBe(true)
    }
    expect(new Set(passages.map((passage) => passage.headingPath.join(' / ')))).toEqual(new Set(['A', 'A / B']))
    const words = passages.map((passage) => passage.words)
    expect(Math.min(...words)).toBeGreaterThan(50)
  })

  it('finds a heading with nothing under it', () => {
    const passages = cutPassages(readMarkdown(input('# Top\n\n## Empty\n\n## Full\n\nSome text.')))
    expect(passages.map((passage) => [passage.headingPath.join('/'), passage.text])).toEqual([
      ['Top', 'Empty'],
      ['Top/Full', 'Some text.'],
    ])
  })

  it('cuts a list of values by its length, however many headings it has', () => {
    const draft = readSourceCode({ ...input('---\na: 1\n'.repeat(25_000)), language: 'yaml' })
    const passages = cutPassages(draft)
    expect(passages.length).toBeLessThan(3000)
    const headed = readMarkdown(input('# First\n\nword\n\n'.repeat(25_000)))
    expect(cutPassages(headed)[0]?.text).toMatch(/^First\n+word\n+First/)
  })

  it('cuts a line without any end', () => {
    const draft = readPlainText(input('x'.repeat(20_000)))
    const passages = cutPassages(draft)
    expectSound(draft, passages)
    expect(passages.map((passage) => passage.text).join('')).toBe(draft.text)
  })

  it('knows the language of each passage by its script', () => {
    const draft = readMarkdown(
      input(
        '# One\n\nThe heat of the air is used.\n\n# 二\n\n热泵利用空气中的热量。\n\n# さん\n\nヒートポンプは熱を移動させます。',
      ),
    )
    expect(cutPassages(draft).map((passage) => passage.language)).toEqual(['en', 'zh', 'ja'])
  })
})

describe('readers of text formats', () => {
  it('reads Markdown into text that quotes well', () => {
    const draft = readMarkdown(
      input(
        '---\ntitle: "The Title"\n---\n# Head\n\nSome *bold* [link](http://x.y), wrapped\nhere.[^1]\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n- one\n- two\n\n[^1]: Note.\n',
      ),
    )
    expect(draft.title).toBe('The Title')
    expect(draft.text).toBe('Head\n\nSome bold link, wrapped here.\n\nA: 1; B: 2\n\none\ntwo\n\nNote.')
  })

  it('unwraps plain text and takes a title only where there is one', () => {
    const wrapped = readPlainText(
      input(
        'My Title\n\nThis is a paragraph that an editor wrapped at a column of about\nseventy characters, and it reads as one paragraph again, as the\nauthor wrote it.\n\n- an item\n- another',
      ),
    )
    expect(wrapped.title).toBe('My Title')
    expect(wrapped.text).toContain('about seventy characters')
    // Also where an editor wrapped too few lines to tell the column from, and one ends with a mark.
    const short = readPlainText(
      input(
        'Options\n\n-a\n-b\n-c\n-d\n\nIf you only want to remove the local copy from your tree, use `deinit`\ninstead of this. A second one.\n\nlet first = compute(all, of, these, arguments, here)\nlet second = 2',
      ),
    )
    expect(short.text).toContain('use `deinit` instead of this.')
    expect(short.text).toContain('here)\nlet second')
    expect(wrapped.text).toContain('- an item\n- another')
    // A line that ends with “that” goes on below, be it with a name in capitals.
    const leaning = readPlainText(
      input(
        'A `gitignore` file specifies untracked files that\nGit should ignore.\nFiles in the index; or\nFiles of others',
      ),
    )
    expect(leaning.text).toBe(
      'A `gitignore` file specifies untracked files that Git should ignore.\nFiles in the index; or\nFiles of others',
    )
    expect(readPlainText(input('It rained. We went home.\n\nThen it stopped.')).title).toBeNull()
    expect(readPlainText(input('a study of wings in a slipstream .\n\nan experimental study was made .')).title).toBe(
      'a study of wings in a slipstream .',
    )
  })

  it.each([
    ['commas', 'name,year\nAnna,1990\n"B, C",1985\n', 'name: Anna; year: 1990\nname: B, C; year: 1985'],
    ['semicolons', 'name;note\nAnna;x, y\nBob;z\n', 'name: Anna; note: x, y\nname: Bob; note: z'],
    ['tabs', 'a\tb\n1\t2\n3\t4\n', 'a: 1; b: 2\na: 3; b: 4'],
    ['no header', '1,2\n3,4\n', 'column 1: 1; column 2: 2\ncolumn 1: 3; column 2: 4'],
    ['inner quotes', 'size,kind\n5" pipe,"x, y"\n', 'size: 5" pipe; kind: x, y'],
    ['an unclosed quote', 'a,b\n1,"broken\n2,fine\n3,fine\n', 'a: 1; b: "broken\na: 2; b: fine\na: 3; b: fine'],
  ])('reads a table with %s', (_name, source, text) => {
    expect(readTable(input(source)).text).toBe(text)
  })

  it('reads JSON as it was written', () => {
    expect(readJson(input('[{"id":12345678901234567890,"v":1.50,"t":["x","\\u00e4"]},{"id":2,"n":null}]')).text).toBe(
      'id: 12345678901234567890; v: 1.50; t: x; t: ä\nid: 2',
    )
    expect(readJson(input(`${'['.repeat(200_000)}1${']'.repeat(200_000)}`)).text).toBe('1')
    for (const broken of ['{"a":1,}', '{"a"', '[1 2]', '{"a":tru}', '01', '"x', '{} {}', '']) {
      expect(() => readJson(input(broken))).toThrow(expect.objectContaining({ code: 'read.corrupt' }))
    }
  })

  it('agrees with JSON.parse on what JSON is', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom('', ',', ']', '"', '}'), (json, place, noise) => {
        const at = place % (json.length + 1)
        // Within an escape it is still a string: unknown ones are read as they stand.
        fc.pre(!/\\(?:u[\da-f]{0,3})?$/i.test(json.slice(0, at)))
        const text = json.slice(0, at) + noise + json.slice(at)
        const accepts = (parse: () => unknown): boolean => {
          try {
            parse()
            return true
          } catch {
            return false
          }
        }
        expect(accepts(() => readJson(input(text)))).toBe(accepts(() => JSON.parse(text)))
      }),
    )
  })

  it('takes the symbols of code as headings', () => {
    const draft = readSourceCode({
      ...input(
        'import x\n\n# Doubles.\ndef twice(n):\n    return n * 2\n\nclass Pump:\n    def start(self):\n        pass\n',
      ),
      language: 'python',
    })
    expect(draft.headings.map(({ level, text }) => [level, text])).toEqual([
      [1, 'twice'],
      [1, 'Pump'],
      [2, 'start'],
    ])
    expect(cutPassages(draft).map((passage) => passage.headingPath.join('.'))).toEqual([
      '',
      'twice',
      'Pump',
      'Pump.start',
    ])
    expect(draft.text.slice(draft.headings[0]!.start)).toMatch(/^# Doubles/)
  })
})

it('counts ASCII as it counts any other text', () => {
  const pieces = fc.constantFrom('word', 'a', '3', '1234', "'", '-', '.', '_', '(', ' ', '\n', '\t', 'y'.repeat(70))
  fc.assert(
    fc.property(fc.array(pieces), (parts) => {
      const text = parts.join('')
      // A space beyond ASCII is white space like any other, and takes the other way.
      expect(sizeOf(text)).toEqual(sizeOf(`${text}\u2003`))
    }),
  )
})

it('knows functions that are assigned, and methods of a class', () => {
  const code = `const http = require('node:http');
let port = 80
const table = {
  a: 1,
}
exports.parseHeader = function (req) {
  if (req) {
  }
}

class Server {
  async listen(port) {
    if (port) {
    }
  }
  #close() {
  }
}
`
  const draft = readSourceCode({ ...input(code, 'a.js'), language: 'javascript' })
  expect(draft.headings.map(({ level, text }) => [level, text])).toEqual([
    [1, 'table'],
    [1, 'parseHeader'],
    [1, 'Server'],
    [2, 'listen'],
    [2, 'close'],
  ])
})
