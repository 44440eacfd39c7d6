import { isOfOne, type Join } from '../query/joins'
import { isMeasureColumn, isPerson } from '../schema/row-names'
import { type Chosen, namedTable } from './draft'

/** 多少次设备预约: the reservations are counted, of which each is of one device. */
function withActsFirst(items: readonly Chosen[], joins: readonly Join[]): readonly Chosen[] {
  const counting = items.findIndex(({ kind }) => kind === 'howMany')
  const first = items.findIndex((item, at) => counting >= 0 && at > counting && item.kind !== 'link')
  const [one, other] = [namedTable(items[first]), namedTable(items[first + 1])]
  if (one === null || other === null || one === other || isPerson(one) || !isOfOne(joins, other, one)) return items
  return items.with(first, items[first + 1]!).with(first + 1, items[first]!)
}

/**
 * Chinese says by what something ranks before it says what does (平均评分最高的菜谱, 哪个部门的员工最多, 销量前三的产品), English the
 * other way round, and one reader does for both.
 */
export function inEnglishOrder(given: readonly Chosen[], joins: readonly Join[] = []): readonly Chosen[] {
  const items = withActsFirst(given, joins)
  // 总额一共多少: how many is said already.
  const last = items.at(-1)
  const isFigured = items.some(({ kind }) => kind === 'howMuch' || kind === 'aggregate')
  const isMeasured = items.some(
    (item) => item.kind === 'refs' && item.ref.kind === 'column' && isMeasureColumn(item.ref.column),
  )
  // 平均时长是多少分钟
  if (isFigured && isMeasured && last?.kind === 'elapsed')
    return inEnglishOrder(items.slice(0, items.at(-2)?.kind === 'howMany' ? -2 : -1), joins)
  const asked = isFigured && last?.kind === 'howMany' && last.text === 'how many' ? items.slice(0, -1) : items
  // 乘客有多少人: the people have been named.
  const isSaidAgain = (item: Chosen, at: number): boolean =>
    item.text === 'person' &&
    asked[at - 1]?.kind === 'howMany' &&
    asked.slice(0, at).some((one) => one.kind === 'refs' && one.ref.kind === 'table' && isPerson(one.ref.table))
  const said = asked.filter((item, at) => !isSaidAgain(item, at))
  return said.reduce<readonly Chosen[]>((ordered, item) => {
    const at = ordered.indexOf(item)
    return at >= 0 && (item.kind === 'superlative' || item.kind === 'top') ? aroundRanking(ordered, at, item) : ordered
  }, said)
}

const isNamed = (item: Chosen | undefined): boolean =>
  (item?.kind === 'refs' && item.ref.kind !== 'value') || item?.kind === 'howMuch'
const isFigure = (item: Chosen | undefined): boolean => item?.kind === 'aggregate' || item?.kind === 'howMany'

function aroundRanking(
  items: readonly Chosen[],
  at: number,
  ranking: Extract<Chosen, { kind: 'superlative' | 'top' }>,
): readonly Chosen[] {
  const isCounting = ranking.kind === 'superlative' && ranking.counts
  let from = at
  while (isFigure(items[from - 1])) from -= 1
  // 使用次数最多的食材: what is used most often.
  const isOften = isCounting && from < at && !isNamed(items[from - 1])
  if (!isOften && !isNamed(items[from - 1])) return items
  if (!isOften) from -= 1
  while (isFigure(items[from - 1])) from -= 1
  const by = items.slice(from, at)
  // 练车时长最长的学员: whose duration it is has been said.
  const [owner, figure] = [items[from - 1], by.find(isNamed)]
  const isOwner =
    owner?.kind === 'refs' && figure?.kind === 'refs' && owner.ref.kind === 'table' && figure.ref.kind === 'column'
  const owned = isOwner && owner.ref.table === figure.ref.column.table ? 1 : 0
  const figures = by.filter((item) => isFigure(item) && !(isCounting && item.kind === 'howMany'))
  const named = by.filter(isNamed)
  // 门票收入最高的展览: whose revenue it is stays with it.
  const seller = items[from - 1]
  if (named[0]?.kind === 'howMuch' && seller?.kind === 'refs' && seller.ref.kind === 'table') {
    named.unshift(seller)
    from -= 1
  }
  if (items[from - 1]?.kind === 'by') from -= 1
  // 最高的前5个客户, 最多的是哪本书: what is ranked, with its number.
  let to = at + 1
  while (['link', 'list', 'top'].includes(items[to]?.kind ?? '')) to += 1
  const number = items[to]?.kind === 'number' ? [items[to]!] : []
  const head = to + number.length
  let end = head
  while (items[end]?.kind === 'link') end += 1
  while (items[end]?.kind === 'refs' && !isNamed(items[end])) end += 1
  const last = items[end]
  const isHead =
    last?.kind === 'refs' && isNamed(last) && !(last.ref.kind === 'column' && isMeasureColumn(last.ref.column))
  const before = items.slice(0, isHead ? from - owned : from)
  const ranked = isHead ? items.slice(head, end + 1) : rowsOf(before, named, items.slice(at + 1, to))
  const after = items.slice(isHead ? end + 1 : number.length > 0 ? head : at + 1)
  const { text, sentence } = ranking
  if (ranking.kind === 'superlative') {
    const said = isOften ? { ...ranking, text: 'most often' } : ranking
    return [...before, ...ranked, said, ...number, ...figures, ...named, ...after]
  }
  return [...before, ranking, ...number, ...ranked, { kind: 'by', text, sentence }, ...figures, ...named, ...after]
}

/** 金额最高的是哪一笔 asks for a row of what the amount is of. */
function rowsOf(before: readonly Chosen[], [by]: readonly Chosen[], behind: readonly Chosen[]): readonly Chosen[] {
  if (by?.kind !== 'refs' || by.ref.kind !== 'column' || before.some(isNamed)) return []
  if (!behind.some(({ kind, text }) => kind === 'list' && text === 'which')) return []
  return [{ ...by, ref: { kind: 'table', table: by.ref.column.table, score: 1 } }]
}
