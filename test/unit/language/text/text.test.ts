import { describe, expect, it } from 'vitest'
import { createBackground } from '../../../../main/language/text/background'
import { displayText } from '../../../../main/language/text/display'
import { figuresOf } from '../../../../main/language/text/figures'
import { languageOf } from '../../../../main/language/text/language'
import { negationsIn, oppositeWords } from '../../../../main/language/text/polarity'
import { porterStem } from '../../../../main/language/text/porter-stem'
import { isNearDuplicate } from '../../../../main/language/text/similarity'
import { contentWords, occurrence, profileText, type Word, wordsOf } from '../../../../main/language/text/words'

describe('porterStem', () => {
  // From the examples of Porter's paper.
  it.each([
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['agreed', 'agre'],
    ['plastered', 'plaster'],
    ['motoring', 'motor'],
    ['conflated', 'conflat'],
    ['hopping', 'hop'],
    ['filing', 'file'],
    ['happy', 'happi'],
    ['relational', 'relat'],
    ['formalize', 'formal'],
    ['electrical', 'electr'],
    ['hopefulness', 'hope'],
    ['adjustment', 'adjust'],
    ['adoption', 'adopt'],
    ['controll', 'control'],
    ['rate', 'rate'],
  ])('%s → %s', (word, stem) => {
    expect(porterStem(word)).toBe(stem)
  })
})

describe('words', () => {
  it('keeps a code whole, with its hyphen or without', () => {
    const stems = (text: string) => wordsOf(text).map(({ surface, stem }) => [surface, stem])
    expect(stems('R-290 and R290')).toEqual([
      ['R-290', 'r290'],
      ['and', 'and'],
      ['R290', 'r290'],
    ])
    expect(stems('制冷剂R-410A')).toContainEqual(['R-410A', 'r410a'])
    expect(stems('pages 10-20, forty-2')).not.toContainEqual(['forty-2', expect.anything()])
  })

  it('takes two words for the one that they are also written as', () => {
    const stems = (text: string) => contentWords(text).map(({ stem }) => stem)
    expect(stems('How do I back up a running database?')).toEqual(stems('How do I backup a running data base?'))
    expect(stems('It backs up its e-mails.')).toEqual(stems('backup emails'))
    expect(stems('Turn on checks, switching off others')).toEqual(stems('enable checks, disabling others'))
    expect(wordsOf('set up').map(({ surface, start, end }) => [surface, start, end])).toEqual([['set up', 0, 6]])
    // Apart they stay apart.
    expect(stems('It gives back what is up there.')).not.toContain('backup')
  })

  it('finds a word in the parts of an identifier, a little less than by itself', () => {
    const found = (word: string, text: string) => occurrence(contentWords(word)[0] as Word, profileText(text))
    for (const text of ['SQLITE_MAX_COLUMN is 2000', 'set maxColumns to 2000', 'column_max'])
      expect(found('columns', text)).toBeGreaterThan(0.5)
    expect(found('columns', 'SQLITE_MAX_COLUMN')).toBeLessThan(found('columns', 'a column'))
    expect(found('maximum', 'SQLITE_MAX_COLUMN')).toBeGreaterThan(0.5)
    expect(found('column', 'SQLITE_MAXCOLUMN')).toBe(0)
  })

  it('finds a verb in its forms that have no common stem', () => {
    const found = (word: string, text: string) => occurrence(contentWords(word)[0] as Word, profileText(text))
    expect(found('lose', 'The tank lost half of its heat.')).toBeGreaterThan(0.5)
    expect(found('written', 'Who wrote it?')).toBeGreaterThan(0.5)
    expect(found('lose', 'The tank is loose.')).toBe(0)
  })

  it('joins single characters of a name that the segmenter does not know', () => {
    const surfaces = contentWords('美特斯邦威的目标消费人群是谁？').map((word) => word.surface)
    expect(surfaces.join(' ')).toContain('美特斯邦威')
  })
  it('takes what a Chinese question asks with for no word of its own', () => {
    const surfaces = contentWords('第一个稳定版是什么时候发布的？').map((word) => word.surface)
    expect(surfaces).not.toContain('什么时候')
    expect(surfaces).toContain('发布')
  })
  it('finds a Han term in differently segmented text, a longer one in part', () => {
    const [word] = contentWords('铁路局')
    expect(occurrence({ stem: '铁路局', isHan: true }, profileText('泰国国家铁路局捐献土地'))).toBe(1)
    expect(occurrence({ stem: '铁路局', isHan: true }, profileText('铁路工人'))).toBeLessThan(0.7)
    expect(word?.isHan).toBe(true)
  })
  it('tells languages by letters', () => {
    expect(languageOf('谁饰演的Ember市长？')).toBe('zh-CN')
    expect(languageOf('比较 undici 和 hono')).toBe('zh-CN')
    expect(languageOf('Beijing (北京) Shanghai (上海) and other cities')).toBe('en')
    expect(languageOf('What is 东关街 like in the summer months?')).toBe('en')
  })
})

describe('isNearDuplicate', () => {
  const near = (left: string, right: string) => isNearDuplicate(profileText(left), profileText(right))
  it('sees copies with changed case, marks or a word', () => {
    expect(near('The cat sat on the old red mat today.', 'the cat sat on the old red mat, today')).toBe(true)
    expect(near('公园位于泰国的首都曼谷。', '公园位于泰国首都曼谷。')).toBe(true)
  })
  it('keeps apart what differs in substance', () => {
    expect(near('Pressure rises with speed in the tunnel.', 'Temperature falls with height in the air.')).toBe(false)
  })
})

describe('figures and polarity', () => {
  it('reads figures with units, separators and Chinese digits', () => {
    expect(figuresOf('1,200 tests at 3.50 m, 一九七五年').map((figure) => [figure.value, figure.unit])).toEqual([
      ['1200', 'tests'],
      ['3.5', 'm'],
      ['1975', '年'],
    ])
  })
  it('counts negations and finds opposites', () => {
    expect(negationsIn("It is not so and doesn't matter.")).toBe(2)
    expect(negationsIn('他们没有成功，不同的是')).toBe(1)
    expect(oppositeWords('pressure increases', 'pressure decreases')).toEqual({ left: 'increases', right: 'decreases' })
    expect(oppositeWords('it increases, then decreases', 'it decreases')).toBeNull()
  })
})

describe('displayText', () => {
  it('folds white space, drops what hides or reorders', () => {
    expect(displayText('safe\u202Egnp.exe\u0000 text\n  on')).toBe('safegnp.exe text on')
    expect(displayText('公园\n位于')).toBe('公园位于')
  })
})

describe('createBackground', () => {
  it('weighs rare words above common ones', () => {
    const background = createBackground(['heat flow', 'heat rise', 'heat loss', 'flutter'])
    expect(background.idf('flutter')).toBeGreaterThan(background.idf('heat'))
    expect(background.share('heat')).toBe(0.75)
  })
})

describe('wordsOf without the segmenter', () => {
  it.each([
    [
      "don't stop version 3.38.0, or 1,600 of example.org's rows",
      "don't stop version 3.38.0 or 1,600 of example.org's rows",
    ],
    ['psuh.1 and 2.txt: a well-known pre_commit hook', 'psuh 1 and 2 txt a well known pre_commit hook'],
  ])('parts %s as Unicode does', (text, words) => {
    expect(wordsOf(text).map(({ surface }) => surface)).toEqual(words.split(' '))
  })
})
