import type { DeclinedQuestion, QuestionDeclined } from '../../contract/databases/declined-question'
import type { QueryRead, QueryReading, ReadMeasure, RowsShown } from '../../contract/databases/query-reading'
import { type ConditionInWords, conditionsInWords, inValues } from '../query-conditions'
import type { Speech, Words } from '../words'

const said = (name: string): string => `“${name}”`

function labelOf(of: { readonly table: string; readonly column: string }, { rowsOf }: QueryReading): string {
  return of.table === rowsOf ? said(of.column) : `${said(of.table)}的${said(of.column)}`
}

const elapsedUnits = { day: '天数', hour: '小时数', minute: '分钟数' } as const

function measureOf({ fn, table, column, distinct, since }: ReadMeasure): string {
  if (column === null) return `${said(table)}的数量`
  if (since !== undefined) {
    const time = `从${said(since.column)}到${said(column)}的${elapsedUnits[since.unit]}`
    return `${time}的${{ count: '个数', sum: '总和', avg: '平均值', min: '最小值', max: '最大值', range: '最大值与最小值之差' }[fn]}`
  }
  if (fn === 'count') return `${distinct ? '不同' : ''}${said(column)}的数量`
  return `${said(column)}的${{ sum: '总和', avg: '平均值', min: '最小值', max: '最大值', range: '最大值与最小值之差' }[fn]}`
}

const comparisons: Record<'=' | '<>' | '>' | '<' | '>=' | '<=', string> = {
  '=': '为',
  '<>': '不为',
  '>': '大于',
  '<': '小于',
  '>=': '不小于',
  '<=': '不大于',
}

const weekdays = '一二三四五六日'

const units = {
  year: '年', quarter: '季度', month: '月', day: '日', weekday: '星期', monthOfYear: '月份（不分年份）', hourOfDay: '小时', decade: '年代',
} as const // biome-ignore format: pairs

function conditionOf(one: ConditionInWords, reading: QueryReading, speech: Speech): string {
  const label = labelOf(one, reading)
  if (one.op === 'span') return `${label}从 ${one.values[0]} 到 ${one.values[1]} 之前`
  if (one.op === 'between')
    return `${label}在 ${inValues(one.values.slice(0, 1), speech)} 与 ${inValues(one.values.slice(1), speech)} 之间`
  if (one.op === 'in') return `${label}为${inValues(one.values, speech, one.meanings)}之一`
  if (one.op === 'in years' || one.op === 'in months') return `${label}在 ${one.values.join(' 或 ')} 内`
  if (one.op === 'on weekdays')
    return `${label}在${one.values.map((day) => `星期${weekdays[Number(day) - 1] ?? ''}`).join('或')}`
  if (one.op === 'is null') return `${label}为空`
  if (one.op === 'is not null') return `${label}不为空`
  if (one.op === 'holds each') return `${label}同时包括${inValues(one.values, speech, one.meanings)}`
  if (one.op === 'holds all') return `${label}包括全部取值`
  if (one.op === 'not in') return `${label}不为${inValues(one.values, speech, one.meanings)}`
  if (one.op === 'above average' || one.op === 'below average')
    return `${label}${one.op === 'above average' ? '高于' : '低于'}平均值`
  if (one.op === 'above column' || one.op === 'below column')
    return `${label}${one.op === 'above column' ? '大于' : '小于'}${one.values.map((name) => said(String(name ?? ''))).join('')}`
  if (one.op === 'contains') return `${label}包含${inValues(one.values, speech, one.meanings)}`
  if (one.op === 'not contains') return `${label}不包含${inValues(one.values, speech, one.meanings)}`
  if (one.op === 'starts with') return `${label}以${inValues(one.values, speech, one.meanings)}开头`
  if (one.op === 'ends with') return `${label}以${inValues(one.values, speech, one.meanings)}结尾`
  return `${label}${comparisons[one.op]}${inValues(one.values, speech, one.meanings)}`
}

/** 各行自身的列，以及其他表的列（附表名）。 */
function shownInWords(reading: QueryReading, { format: { list } }: Speech): string {
  const own = reading.shown.filter(({ table }) => table === reading.rowsOf)
  const others = reading.shown.filter((column) => !own.includes(column)).map((column) => labelOf(column, reading))
  if (own.length === 0) return list(others)
  const rows = `${said(reading.rowsOf)}的${list(own.map(({ column }) => said(column)))}`
  return others.length === 0 ? rows : `${rows}，以及${list(others)}`
}

function inWords(reading: QueryReading, speech: Speech): string {
  const { rowsOf, measures, groups, anyOf, related, having, order, limit, nth, share, isCountOfGroups } = reading
  const { list } = speech.format
  const groupLabels = groups.map((group) =>
    group.unit === null ? labelOf(group, reading) : `${labelOf(group, reading)}的${units[group.unit]}`,
  )
  const subject = isCountOfGroups
    ? `${list(groupLabels)}的个数`
    : share !== null
      ? `${measures[0]?.fn === 'sum' ? measureOf(measures[0]) : said(rowsOf)}中的占比${share === 'percent' ? '（百分比）' : ''}`
      : measures.length > 0
        ? list(measures.map(measureOf))
        : shownInWords(reading, speech)
  const where = [
    ...conditionsInWords(reading.conditions).map((one) => conditionOf(one, reading, speech)),
    ...(anyOf.length > 0 ? [anyOf.map((one) => conditionOf(one, reading, speech)).join('或')] : []),
    ...related.map(({ table, isAbsent }) => `在${said(table)}中${isAbsent ? '没有' : '有'}记录`),
    ...having.map(({ measure, op, value }) => `${measureOf(measure)}${comparisons[op]}${inValues([value], speech)}`),
  ]
  const whole = conditionsInWords(reading.within ?? []).map((one) => conditionOf(one, reading, speech))
  const sorted = order.map(
    ({ column, measure, descending }) =>
      `按${measure === null ? said(column ?? '') : measureOf(measure)}${descending ? '从高到低' : '从低到高'}`,
  )
  const each = (reading.ofEach ?? []).map((one) => labelOf(one, reading))
  const within = each.length === 0 ? '' : `每个${list(each)}`
  return [
    groupLabels.length > 0 && !isCountOfGroups ? `按${list(groupLabels)}统计${subject}` : subject,
    where.length > 0 ? `条件是${where.join('且')}` : '',
    whole.length > 0 ? `以${whole.join('且')}的记录为总数` : '',
    sorted.join('、'),
    nth !== undefined
      ? `${within}只取第 ${speech.format.number(nth)} 名`
      : limit === null
        ? ''
        : `${within}取前 ${speech.format.number(limit)} 个`,
  ]
    .filter((part) => part !== '')
    .join('，')
}

const reasons: Record<DeclinedQuestion['reason'], (words: string) => string> = {
  explanation: () => '它只能给出记录和数字，不能解释原因或方法',
  change: () => '数据库只供查询，不能修改',
  unknownWords: (words) => `其中没有与${words}对应的内容`,
  unread: (words) => `无法确定${words}指什么`,
  noSubject: () => '无法确定问的是哪些记录',
  noMeasure: (words) => (words === '' ? '无法确定问的是哪个数值' : `无法确定${words}是哪个数值`),
  noDate: () => '无法确定指的是哪个日期',
  notJoined: (words) => `${words}与问题的其余部分没有关联`,
  outOfRange: () => '其中没有该时间的记录',
  ambiguous: () => '问题有多种读法',
  nothingFound: () => '唯一合适的读法没有查到结果',
  tooMuch: () => '问题超出了规则能够确定读出的范围',
  beyondRules: (words) => `规则不涵盖${words}这样的说法`,
  tooLong: () => '问题太长，无法成为一个查询',
}

/** What a reading asks for, where it follows other words. */
export const readingInWords = ({ values: { of, per, isDifference } }: QueryRead, speech: Speech): string =>
  `${inWords(of, speech)}${per === null ? '' : `；${isDifference ? '减去' : '除以'}：${inWords(per, speech)}`}`

/** How a question on a database was read, and why it was not. */
export const queries: Words<QueryRead | QuestionDeclined | RowsShown> = {
  rowsOver: ({ operation, given }, { format }) =>
    `针对 ${operation} 返回的行${given.length === 0 ? '' : `，调用参数：${format.list(given)}`}。`,
  rowsShown: ({ shown, total }, { format }) => `此处显示 ${format.number(total)} 行中的 ${format.number(shown)} 行。`,
  questionDeclined: ({ reason, words, held, instead }, speech) => {
    const offered = instead.map(({ values }) => inWords(values.of, speech))
    const plainly = reasons[reason](speech.format.list(words.map(said)))
    const why = held === undefined ? plainly : `${plainly}，${said(held.column)}的范围是 ${held.first} 至 ${held.last}`
    return `${why}${offered.length === 0 ? '' : `。可以改问：${offered.join('；或：')}`}`
  },
  queryRead: (values, speech) =>
    `${values.corrected ? '按你的更正读作' : '读作'}：${readingInWords({ kind: 'queryRead', values }, speech)}。`,
}
