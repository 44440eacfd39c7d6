import { figuresOf } from '../text/figures'

/** A number with what may stand right behind it; none of `R-290`, `UTF-8`, `3.8.3`, `4th` and `2D`. */
const digits =
  /(?<![A-Za-z0-9_#]|[A-Za-z0-9]-|\d\.)\d{1,3}(?:[,，]\d{3})+(?:\.\d+)?(?![\w.]\d)|(?<![A-Za-z0-9_#.,]|[A-Za-z0-9]-)\d+(?:\.\d+)?(?!\d|\.\d|[A-Za-z_])|(?<![A-Za-z0-9_#.,]|[A-Za-z0-9]-)\d+(?:\.\d+)?(?=(?:[kmgt]b|[kmc]?m|k?g|m?[sl]|k?wh?|h|min|px|x|k)\b)/giu
const words: Readonly<Record<string, string>> = {
  two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10', eleven: '11', twelve: '12',
  twenty: '20', thirty: '30', fifty: '50',
} // biome-ignore format: a table of words
const written = /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty)\b(?!-)/gi
/** What Chinese counts with; `第二个` counts nothing. */
const counted =
  /(?<![第一二三四五六七八九十百千两几])[两二三四五六七八九十百千]+(?=[个台次条种名位只件本张辆家间层页行列份组项遍天年月座块套支类])/gu
const han: Readonly<Record<string, string>> = { 两: '2', 二: '2', 三: '3', 四: '4', 五: '5', 六: '6', 七: '7', 八: '8', 九: '9', 十: '10' } // biome-ignore format: a table of words

/** A longer run of digits is no number that anybody means. */
const longest = 24

/** Numbers of a text in its order, written plainly (`1,200` → `1200`, 两个 → `2`). Each once. */
export function numbersIn(text: string): string[] {
  const found = [
    ...[...text.matchAll(digits)].map(({ 0: surface, index }) => ({ index, value: figuresOf(surface)[0]?.value })),
    ...[...text.matchAll(written)].map(({ 0: word, index }) => ({ index, value: words[word.toLowerCase()] })),
    ...[...text.matchAll(counted)].map(({ 0: surface, index }) => ({
      index,
      value: han[surface] ?? figuresOf(`${surface}个`)[0]?.value,
    })),
  ]
  return [
    ...new Set(
      found
        .sort((a, b) => a.index - b.index)
        .flatMap(({ value = '' }) => (value === '' || value.length > longest ? [] : value)),
    ),
  ]
}
