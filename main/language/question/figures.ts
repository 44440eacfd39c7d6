/** A figure that no rule writes as SQL, but that can be computed from rows which a rule can. */
export type AskedFigure =
  | { readonly kind: 'median' | 'stdev' | 'variance' | 'correlation' }
  /** `share`: 0..1. */
  | { readonly kind: 'quantile'; readonly share: number }
  /** From each period to the next, or between two years. */
  | { readonly kind: 'growth'; readonly years: readonly [string, string] | null }
  | { readonly kind: 'trend' }

export interface FigureAsked {
  readonly figure: AskedFigure
  /** The same question for what the rules do read: the mean of the values, or the amount by period. */
  readonly base: string
}

const quartiles: Readonly<Record<string, number>> = {
  first: 0.25, lower: 0.25, '1st': 0.25, third: 0.75, upper: 0.75, '3rd': 0.75, 下: 0.25, 上: 0.75, 第一: 0.25, 第三: 0.75,
} // biome-ignore format: a table of words

/** Words of a figure, and what stands in their place where rules read a mean. */
const means: readonly (readonly [RegExp, string, (match: RegExpExecArray) => AskedFigure | null])[] = [
  [/\bmedian(?: value)?\b/i, 'average', () => ({ kind: 'median' })],
  [/\b(?:standard deviation|std\.? ?dev)\b/i, 'average', () => ({ kind: 'stdev' })],
  [/\bvariance\b/i, 'average', () => ({ kind: 'variance' })],
  [/\b(\d{1,2})(?:st|nd|rd|th) percentile\b/i, 'average', ([, n]) => quantile(Number(n) / 100)],
  [/\b(first|lower|1st|third|upper|3rd) quartile\b/i, 'average', ([, n = '']) => quantile(quartiles[n.toLowerCase()])],
  [/中位数|中位值/, '平均值', () => ({ kind: 'median' })],
  [/标准偏?差/, '平均值', () => ({ kind: 'stdev' })],
  [/方差/, '平均值', () => ({ kind: 'variance' })],
  [/第? ?(\d{1,2}) ?(?:个)?百?分位(?:数|值)?/, '平均值', ([, n]) => quantile(Number(n) / 100)],
  [/(第一|第三|上|下)四分位数/, '平均值', ([, n = '']) => quantile(quartiles[n])],
]

const quantile = (share: number | undefined): AskedFigure | null =>
  share === undefined || !(share > 0 && share < 1) ? null : { kind: 'quantile', share }

const together =
  /\bcorrelation(?: coefficient)? between (?:the )?([^,?]{2,80}?) and (?:the )?([^,?]{2,80}?)(?: (of|in|for|among|across) ([^?]{2,80}))?\??\s*$/i
const togetherInChinese =
  /^(?:(.{1,30}?)(?:中|里)?的?)??([^的，。？和与]{1,20})[和与]([^的，。？和与]{1,20}?)(?:之间)?的?(?:相关系数|相关性)/
const change =
  /\b(?:(?:year[- ]over[- ]year|month[- ]over[- ]month|quarter[- ]over[- ]quarter|percent(?:age)?) )?(?:growth rate|growth|percent(?:age)? change|change in percent)(?: rate)?(?: of| in)?(?: the)? /i
const period =
  /\b(?:by|per|each|every) (?:year|quarter|month)\b|\b(?:yearly|quarterly|monthly|annual)\b|[每各按](?:个)?(?:年|月|季度)/i
const years = /\b(?:from|between) (\d{4}) (?:to|and|until) (\d{4})\b/i
const yearsInChinese = /(\d{4}) ?年?[到至](\d{4}) ?年/

/** The figure that a question asks for by its words; null where it asks for none. Pure. */
export function figureAsked(question: string): FigureAsked | null {
  const text = question.trim()
  if (text.length > 600) return null
  for (const [pattern, mean, figureOf] of means) {
    const match = pattern.exec(text)
    const figure = match === null ? null : figureOf(match)
    if (match === null || figure === null) continue
    const base = text.replace(pattern, mean)
    return means.some(([other]) => other.test(base)) ? null : { figure, base }
  }
  return correlationAsked(text) ?? changeAsked(text)
}

function correlationAsked(text: string): FigureAsked | null {
  const english = together.exec(text)
  if (english !== null) {
    const [, left, right, link, where] = english
    const of = where === undefined ? '' : ` ${link} ${where}`
    return { figure: { kind: 'correlation' }, base: `What is the average ${left} and the average ${right}${of}?` }
  }
  const chinese = togetherInChinese.exec(text)
  if (chinese === null) return null
  const [, where = '', left, right] = chinese
  return {
    figure: { kind: 'correlation' },
    base: `${where}${where === '' ? '' : '的'}平均${left}和平均${right}是多少？`,
  }
}

function changeAsked(text: string): FigureAsked | null {
  const trend = /\btrend (?:of|in)(?: the)? /i
  if (trend.test(text) && period.test(text)) return { figure: { kind: 'trend' }, base: text.replace(trend, '') }
  if (/的?(?:变化)?趋势/.test(text) && period.test(text))
    return { figure: { kind: 'trend' }, base: text.replace(/的?(?:变化)?趋势/, '') }
  const isByPeriod = period.test(text)
  const between = isByPeriod ? null : (years.exec(text) ?? yearsInChinese.exec(text))
  const figure: AskedFigure = { kind: 'growth', years: between === null ? null : [between[1]!, between[2]!] }
  const chineseChange = /的?(?:同比|环比)?(?:增长率|增长百分比|变化百分比)/
  const isChinese = chineseChange.test(text)
  if ((!isChinese && !change.test(text)) || (!isByPeriod && between === null)) return null
  const rest = text.replace(isChinese ? chineseChange : change, '')
  if (isByPeriod) return { figure, base: rest }
  const base = rest.replace(years, '').replace(yearsInChinese, '')
  return {
    figure,
    base: isChinese ? `每年${base.replace(/^的/, '')}` : `${base.trim().replace(/\?$/, '').trim()} by year?`,
  }
}
