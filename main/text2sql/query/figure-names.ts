import { once } from '../../../contract/once'
import type { Measure, TimeGroup } from './query'

/** How what a query makes is called in the columns of its answer, in the language that was asked in. */
export interface FigureNames {
  measure(measure: Measure): string
  readonly unit: Readonly<Record<TimeGroup['unit'], string>>
  /** What the parts of a time that have names are called, from the first; none where they have numbers. */
  partNames(unit: TimeGroup['unit']): readonly string[]
  /** Of groups, whatever they are of. */
  readonly count: string
  readonly share: string
  readonly percentage: string
  readonly ratio: string
  readonly difference: string
}

/** `total revenue` says more to people than `sum_revenue`. */
const english: FigureNames = {
  measure({ fn, column, table, since }) {
    if (column === null) return `number of ${table.name}`
    const words = {
      sum: 'total',
      avg: 'average',
      max: 'highest',
      min: 'lowest',
      range: 'range of',
      count: 'number of',
    }[fn]
    if (since !== undefined) return `${words} ${since.unit}s`
    return `${timeWord(fn, column, 'latest', 'earliest') ?? words} ${column.name}`
  },
  unit: {
    year: 'year', quarter: 'quarter', month: 'month', day: 'day',
    weekday: 'weekday', monthOfYear: 'month', hourOfDay: 'hour', decade: 'decade',
  }, // biome-ignore format: pairs
  partNames: (unit) => partNames().en.get(unit) ?? [],
  count: 'count',
  share: 'share',
  percentage: 'percentage',
  ratio: 'ratio',
  difference: 'difference',
}

/** Days of the week from Monday and months from January; what the platform needs to name them is dear to make. */
const partNames = once(() => ({ en: namesOf('en'), zh: namesOf('zh') }))

function namesOf(language: string): ReadonlyMap<TimeGroup['unit'], readonly string[]> {
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  // The first of January 2024 was a Monday.
  return new Map([
    ['weekday', Array.from({ length: 7 }, (_, at) => day.format(Date.UTC(2024, 0, 1 + at)))],
    ['monthOfYear', Array.from({ length: 12 }, (_, at) => month.format(Date.UTC(2024, at, 1)))],
  ])
}

const gapAfter = (name: string): string => (/\p{Script=Han}$/u.test(name) ? '' : ' ')
const numberOf = (name: string): string => `${name}${gapAfter(name)}数量`

const chinese: FigureNames = {
  measure({ fn, column, table, since }) {
    if (column === null) return numberOf(table.name)
    const words = { sum: '合计', avg: '平均值', max: '最大值', min: '最小值', range: '极差', count: '数量' }[fn]
    if (since !== undefined) return `${{ day: '天数', hour: '小时数', minute: '分钟数' }[since.unit]}${words}`
    return `${column.name}${gapAfter(column.name)}${timeWord(fn, column, '最晚', '最早') ?? words}`
  },
  unit: {
    year: '年', quarter: '季度', month: '月', day: '日', weekday: '星期', monthOfYear: '月份', hourOfDay: '小时', decade: '年代',
  }, // biome-ignore format: pairs
  partNames: (unit) => partNames().zh.get(unit) ?? [],
  count: '数量',
  share: '占比',
  percentage: '百分比',
  ratio: '比值',
  difference: '差值',
}

const timeWord = (fn: Measure['fn'], { type }: NonNullable<Measure['column']>, latest: string, earliest: string) =>
  type !== 'date' ? null : fn === 'max' ? latest : fn === 'min' ? earliest : null

/** @param question whose language the answer's columns speak */
export const figureNamesFor = (question: string): FigureNames => (/\p{Script=Han}/u.test(question) ? chinese : english)
