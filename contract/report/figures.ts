/** A figure as its caption or a sentence names it: `3`, `A.1`, `3-5`, `S2b`, `IV`, `三`. */
export type FigureNumber = string

const captionLabel = /^(?:figure|fig\.?|abbildung|abb\.|[图圖])\s?/iu
const number =
  /(?:(?:[A-Z]{1,2}[.-]?)?\d{1,3}(?:[.\-–]\d{1,3}){0,3}[a-z]?|[IVX]{1,5}|[一二三四五六七八九十]{1,3})(?![a-zA-Z\d]|,\d)/uy
/** What follows the number in a caption: a mark, or a title; a sentence goes on with a verb. */
const captionRest = /^(?:\s?[:：．|–—]|\s-\s|\.(?:\s|$|\p{Lo})|\s*$|\s+\p{Lu}|\s*\p{Lo})/u
const goesOnAsSentence =
  /^\s*(?:显示|展示|给出|表示|表明|说明|描述|反映|为|所|是|的|和|与|及|或|至|到|里|可[见以知看]|中(?![国部央心位间东文药学小]))/u
/** Characters that a caption is told by. */
const longestBeginning = 80

/** The figure whose caption a block of text is: “Figure 3: …”, “Fig. A.1 …”, “图 3-2 …”; null for other text. */
export function figureOfCaption(text: string): { readonly number: FigureNumber; readonly label: string } | null {
  const beginning = text.slice(0, longestBeginning)
  const labelled = captionLabel.exec(beginning)?.[0].length
  if (labelled === undefined) return null
  const found = numberAt(beginning, labelled)
  if (found === null) return null
  const label = beginning.slice(0, labelled + found.length)
  const rest = beginning.slice(label.length)
  return captionRest.test(rest) && !goesOnAsSentence.test(rest) ? { number: normal(found), label } : null
}

const namedLabel = /(?<![\p{L}\d])(?:figures?|figs?\.?|abbildung(?:en)?|abb\.)\s?|(?<![意企试地])[图圖]\s?/giu
/** “the figure 3 million” is an amount. */
const amount = /\s?(?:%|％|percent|per cent|hundred|thousand|million|billion|trillion|[百千万亿])/iuy
const another = /(?:,\s(?:and\s)?|\s(?:and|or|to|und|bis)\s|\s?[-–—&]\s?|\s?[、，和与及或至到]\s?)(?:and\s)?/iuy
const isSpan = /^\s*(?:to|bis|[-–—至到])\s*$/iu
/** A text that names more is a list of figures. */
const mostNamed = 50
/** A span names those between its ends, too, where they are no more than this. */
const widestSpan = 10

/**
 * The figures that a text refers to, in its order, each once: “Figure 3”, “Figs. 2a and 4”, “图 3、4”. Some may not exist:
 * whoever asks knows the captions.
 */
export function figuresNamed(text: string): FigureNumber[] {
  const named = new Set<FigureNumber>()
  for (const label of text.matchAll(namedLabel)) {
    let at = label.index + label[0].length
    let found = numberAt(text, at)
    if (found === null || matchAt(amount, text, at + found.length) !== null) continue
    while (found !== null && named.size < mostNamed) {
      named.add(normal(found))
      // “Figures 3–5” are three, unless there is a fifth figure of the third chapter.
      const [first, last] = normal(found).split('-')
      if (first !== undefined && last !== undefined) for (const one of span(first, last)) named.add(one)
      at += found.length
      const separator = matchAt(another, text, at)
      if (separator === null) break
      at += separator.length
      const next = numberAt(text, at)
      if (next !== null && isSpan.test(separator)) for (const one of span(found, next)) named.add(one)
      found = next
    }
  }
  return [...named]
}

/** The figure among those that there are which a number names: itself, or the whole whose part (`3a`) it names. */
export function resolveFigure(named: FigureNumber, exists: (figure: FigureNumber) => boolean): FigureNumber | null {
  const candidates = [named, named.replace(/(?<=\d)[a-z]$/u, '')]
  return candidates.find(exists) ?? null
}

function span(from: FigureNumber, to: FigureNumber): FigureNumber[] {
  const [first, last] = [Number(from), Number(to)]
  if (!(last > first && last - first <= widestSpan)) return []
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
}

const numberAt = (text: string, at: number): FigureNumber | null => matchAt(number, text, at)

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

const normal = (found: FigureNumber): FigureNumber => found.replaceAll('–', '-')
