import type { PDFOperatorList, TextContent, TextItem } from 'pdfjs-dist/types/src/display/api'
import { describe, expect, it } from 'vitest'
import { LostLigatures } from '../../../workers/readers/pdf/drawn-ligatures'
import { itemsOf } from '../../../workers/readers/pdf/items'

const operations = { setFont: 1, showText: 2 }
const size = 10

interface Word {
  readonly text: string
  readonly left: number
  readonly width: number
  readonly baseline?: number
}

const pictured = { cmr: { fontFamily: 'sans-serif', ascent: Number.NaN, descent: Number.NaN, vertical: false } }

const contentOf = (words: readonly Word[], styles: TextContent['styles'] = pictured): TextContent => ({
  items: words.map(
    ({ text, left, width, baseline = 700 }): TextItem => ({
      str: text,
      dir: 'ltr',
      width,
      height: size,
      fontName: 'cmr',
      hasEOL: false,
      transform: [size, 0, 0, size, left, baseline],
    }),
  ),
  styles,
  lang: null,
})

/** A page that draws texts; a number moves the pen, in thousandths of an em. */
const pageOf = (...texts: readonly (readonly (string | number)[])[]) => {
  let asked = 0
  const glyphs = texts.map((parts) =>
    parts.flatMap((part): (number | { unicode: string })[] =>
      typeof part === 'number' ? [part] : [...part].map((unicode) => ({ unicode })),
    ),
  )
  return {
    get asked() {
      return asked
    },
    getOperatorList: async (): Promise<PDFOperatorList> => {
      asked++
      return {
        fnArray: [operations.setFont, ...glyphs.map(() => operations.showText)],
        argsArray: [['cmr', size], ...glyphs.map((one) => [one])],
      } as unknown as PDFOperatorList
    },
  }
}

/** The page's text as it is read, its items with the gaps between them. */
async function read(words: readonly Word[], ...drawn: readonly (readonly (string | number)[])[]): Promise<string> {
  const ligatures = new LostLigatures(operations)
  const content = await ligatures.restored(contentOf(words), pageOf(...drawn))
  const [items] = itemsOf(content, [0, 0, 595, 842], ligatures.fonts)
  return items
    .map((item, index) => {
      const before = items[index - 1]
      return `${before !== undefined && item.left - before.right > 0.17 * size ? ' ' : ''}${item.text}`
    })
    .join('')
}

describe('ligatures that got lost in fonts drawn as pictures', () => {
  it('come back within a word, at its start and at its end', async () => {
    const text = await read(
      [
        { text: 'di', left: 10, width: 9 },
        { text: 'erent', left: 25, width: 22 },
        { text: 'elds', left: 56, width: 18 },
        { text: 'o', left: 77, width: 5 },
        { text: 'and', left: 91, width: 16 },
      ],
      ['di\u000berent', -333, '\u000celds', -333, 'o\u000b', -333, 'and'],
    )
    expect(text).toBe('different fields off and')
  })

  it('come back where one item has the words at both sides', async () => {
    const text = await read(
      [{ text: 'the in uence of a line', left: 10, width: 100 }],
      ['the', -333, 'in\ruence', -333, 'of', -333, 'a', -333, 'line'],
    )
    expect(text).toBe('the influence of a line')
  })

  it('come back before a hyphen at the end of a line', async () => {
    const text = await read(
      [
        { text: 'justi', left: 10, width: 20 },
        { text: '-', left: 36, width: 3 },
        { text: 'cation', left: 10, width: 26, baseline: 688 },
      ],
      ['justi\u000c-'],
      ['cation'],
    )
    expect(text).toBe('justifi-cation')
  })

  it('are followed by the punctuation that such a font has', async () => {
    const text = await read(
      [{ text: '\\one" e ect, TREC{3', left: 10, width: 100 }],
      ['\\one"', -333, 'e\u000bect,', -333, 'TREC{3'],
    )
    expect(text).toBe('“one” effect, TREC–3')
  })

  it('are none of a formula, nor of a page that draws something else', async () => {
    const formula = [{ text: 'x + 1', left: 10, width: 30 }]
    expect(await read(formula, ['\u000b', -300, 'x', -300, '+', -300, '1'])).toBe('x + 1')
    const other = [{ text: 'nothing of what follows', left: 10, width: 90 }]
    expect(await read(other, ['di\u000berent words are drawn here'])).toBe('nothing of what follows')
  })

  it('stay lost on a page that cannot be drawn, whose text is kept', async () => {
    const ligatures = new LostLigatures(operations)
    const getOperatorList = (): Promise<PDFOperatorList> => Promise.reject(new Error('no such picture'))
    const { items } = await ligatures.restored(contentOf([{ text: 'di erent', left: 10, width: 50 }]), {
      getOperatorList,
    })
    expect(items).toMatchObject([{ str: 'di erent' }])
  })

  it('are not looked for where fonts are none of pictures, or pages before lost nothing', async () => {
    const ligatures = new LostLigatures(operations)
    const words = [{ text: 'plain words', left: 10, width: 50 }]
    const page = pageOf(['plain words'])
    const outlined = { cmr: { ...pictured.cmr, ascent: 0.8 } }
    await ligatures.restored(contentOf(words, outlined), page)
    expect(page.asked).toBe(0)
    for (let number = 1; number <= 5; number++) await ligatures.restored(contentOf(words), page)
    expect(page.asked).toBe(3)
  })
})
