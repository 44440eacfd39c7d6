/** A number in a text with the word after it, which mostly is its unit. */
export interface Figure {
  readonly surface: string
  /** The number written plainly: no thousands separators, decimal point, Chinese digits as Arabic ones. */
  readonly value: string
  readonly unit: string
}

const chineseDigits = new Map([...'零一二三四五六七八九'].map((digit, value) => [digit, value]))
chineseDigits.set('〇', 0).set('两', 2)
const chineseScale = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
])

/** 二十三 → 23, 一九八〇 → 1980; null where it is no number of that kind. */
function chineseNumber(text: string): string | null {
  if ([...text].every((digit) => chineseDigits.has(digit)))
    return text.length === 1
      ? String(chineseDigits.get(text))
      : [...text].map((digit) => chineseDigits.get(digit)).join('')
  let total = 0
  let pending = 0
  for (const char of text) {
    const digit = chineseDigits.get(char)
    const scale = chineseScale.get(char)
    if (digit !== undefined) pending = digit
    else if (scale !== undefined) {
      total += (pending || 1) * scale
      pending = 0
    } else return null
  }
  return String(total + pending)
}

const figure =
  /(?<!\d)\d+(?:[,，]\d{3})*(?:\.\d+)?|\.\d+|(?<![第一二三四五六七八九〇零十百千两])[一二三四五六七八九〇零十百千两]{2,}(?=[年月日个次名位座条人米岁届部集])/gu

/** All numbers of a text. Single Chinese digits are left out: 一 and 两 mostly are articles. */
export function figuresOf(text: string): Figure[] {
  const normal = text.normalize('NFKC')
  return [...normal.matchAll(figure)].flatMap((match) => {
    const surface = match[0]
    const value = /\d/.test(surface)
      ? surface
          .replace(/[,，]/g, '')
          .replace(/^\./, '0.')
          .replace(/(?<!0)0+$(?<=\.\d*)/, '')
          .replace(/\.$/, '')
      : chineseNumber(surface)
    if (value === null) return []
    const after = normal.slice(match.index + surface.length)
    const unit = /^\s?(%|°\w?|\p{Script=Han}|[\p{L}]+)/u.exec(after)?.[1] ?? ''
    return [{ surface, value: value.replace(/^0+(?=\d)/, ''), unit: unit.toLowerCase() }]
  })
}
