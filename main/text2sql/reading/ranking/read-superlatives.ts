import { isMoney, moneyOf, sumOf, unitsOfLine } from '../../linking/worth'
import { countOf, figureOf, type Measure, type Term, unitsOrRows } from '../../query/query'
import type { Column, Table } from '../../schema/profile'
import { isMeasureColumn, isPerson } from '../../schema/row-names'
import { canonical, canonicalWords, isPlural, isVerb } from '../../words/words'
import { isMeasureRef, isOrdering, tableOf, tallyOf, unitsOf } from '../columns'
import type { Chosen, Draft } from '../draft'
import { addsUp, asksForTime, inAll } from '../figures/adding-up'
import { figureOfRows, measureAt, whatIsOf } from '../figures/measure-at'
import { rankShares } from '../figures/read-shares'
import { unitsSaidSold } from '../figures/units-sold'
import { worthOf } from '../figures/worth-of'
import { hintedOrTook } from '../times/read-elapsed'
import { Unclear } from '../unclear'
import { isPace, takesTime } from './pace'
import { actBefore, actOn, hasOtherPrice, soldOf } from './ranked-acts'
import {
  birthOf,
  frequentOf,
  isTold,
  makerOf,
  numberOfSubject,
  ownerAsked,
  personOf,
  rankedBy,
  spokenAt,
  takeHappened,
  totalOf,
} from './ranking'
import { readBothEnds, readLatest } from './read-extremes'
import { readTop } from './read-top'

// Over 300 lines: what a superlative ranks by and what is asked are found in one order of precedence, read best in one place.

/**
 * What is ranked, and by what.
 * @throws Unclear where nothing says what it ranks by
 */
export function readSuperlatives(draft: Draft): void {
  readTop(draft)
  draft.each('superlative', (at) => {
    if (readBothEnds(draft, at) || rankShares(draft, at) || readLatest(draft, at)) return
    const item = draft.items[at] as Extract<Chosen, { kind: 'superlative' }>
    const left = draft.before(at)
    let right = draft.after(at)
    // "The most distinct patients" are counted once each anyway.
    if (item.counts && draft.items[right]?.kind === 'distinct') {
      draft.take(right)
      right = draft.after(right)
    }
    // "The most in 94002" are not so many.
    const isBehind = draft.items[at + 1]?.kind === 'number'
    const count = draft.numberAt(left) ?? (isBehind || draft.isChinese ? draft.numberAt(right) : null)
    if (count !== null) {
      if (draft.numberAt(left) !== null) draft.take(left)
      else {
        draft.take(right)
        right = draft.after(right)
      }
    }
    draft.take(at)
    if (item.nth !== undefined) draft.nth = item.nth
    const countBefore = count ?? numberOfSubject(draft, at)
    let isSubjectAfter = false
    let isFlipped = false
    const isMeasured = !item.hints.includes('date') && !item.hints.includes('age')
    let term: Term | null = null
    const ofRight = right < 0 || draft.isChinese ? null : draft.refAt(right)
    const isNamedAfter = ofRight?.kind === 'table'
    const by = rankedBy(draft, at, isNamedAfter ? ofRight : null)
    const isOften = item.counts && /common|frequent|popular|rarest|used|active|prolific|productive/i.test(item.text)
    const before = draft.tableAt(left)
    const isBefore = draft.columnAt(left) !== null || (before !== null && isTold(draft, before))
    // "Which blood group is the most common among our donors?"
    const asksKind = isOften && right >= 0 && isKindAmong(draft, left, right)
    const frequentAt = asksKind || (right < 0 && isBefore) ? left : right
    const frequent = isOften && by === null ? frequentOf(draft, frequentAt) : null
    if (asksKind) draft.take(right)
    // "Who paid the most?", "which genre earned the most money?"
    const summedAt = draft.items[right]?.kind === 'aggregate' ? draft.after(right) : right
    const isSummed = draft.items[summedAt]?.kind === 'howMuch'
    // "The highest ticket revenue"
    const sums = isSummed || draft.items[right + 1]?.kind !== 'howMuch' ? null : draft.tableAt(right)
    const revenue = sums === null ? null : moneyOf(sums)
    const paid =
      revenue !== null
        ? figureOf('sum', revenue)
        : isSummed || (item.counts && draft.items[left]?.kind === 'money')
          ? worthOf(draft)
          : null
    const sold = isSelling(item.text) ? soldOf(draft, at, right) : null
    const happened =
      item.counts && (right < 0 || draft.refAt(right) === null) && paid === null && frequent === null
        ? takeHappened(draft, at)
        : null
    // "Which currency is used most often?"
    const kept = happened === null && frequent === null && by === null && right < 0 && /often/i.test(item.text)
    // Which kinds are "seen most often" is told by visits, and not by how many there are.
    const isSeen = [...watching].some((word) => draft.idle.has(word))
    const used = kept && !isSeen && draft.columnAt(left)?.type === 'text' ? frequentOf(draft, left) : null
    // What was ordered most often is not what most is on order of.
    const isTimes = /often|frequently|times/i.test(item.text) && isVerb(draft.items[left]?.text ?? '')
    const isHeld = item.counts && !isTimes && (right < 0 || draft.refAt(right) === null)
    const held = isHeld ? draft.columnAt(left) : null
    const most = frequent ?? used
    if (most !== null) {
      term = { kind: 'measure', measure: most.measure }
      draft.subject = most.subject
      draft.limit = isPlural(most.text.split(' of ')[0]!) && asksForOrder(draft) ? null : 1
      draft.hasSuperlative = true
      isSubjectAfter = true
    } else if (by !== null) {
      term = by
      isSubjectAfter = isNamedAfter
      if (isNamedAfter) draft.subject = ofRight
    } else if (held !== null && isMeasureColumn(held)) {
      // "Which room has the most" of what no table holds?
      if (left === 1 && /^(?:which|what)$/i.test(draft.items[0]!.text)) throw new Unclear('noMeasure', item.text)
      // "Who earns the most?"
      term = totalOf(draft, held, draft.firstRef())
      draft.take(left)
    } else if (sold !== null) {
      term = { kind: 'measure', measure: sold.measure }
      if (sold.subject !== null) draft.subject = sold.subject
      isSubjectAfter = sold.subject !== null
    } else if (paid !== null) {
      term = { kind: 'measure', measure: paid }
      if (draft.items[left]?.kind === 'money') draft.take(left)
      if (isSummed) draft.take(right, summedAt)
      if (revenue !== null) draft.take(right, right + 1)
    } else if (happened !== null) {
      // Who gave the most gave the most money; who ordered the most may have ordered often.
      const money = /^(?:most|least)$/i.test(item.text) ? moneyOf(happened) : null
      if (money !== null && !isMoney(happened)) throw new Unclear('noMeasure', item.text)
      term = { kind: 'measure', measure: unitsOrRows(money, happened) }
    } else if (item.counts && right >= 0) {
      let target = right
      while (draft.refAt(target)?.kind === 'value') target = draft.after(target)
      const table = draft.tableAt(target)
      const column = draft.columnAt(target)
      const kind = target < 0 || draft.refAt(target) === null ? draft.refAt(right) : null
      if (kind?.kind === 'value' && isPlural(draft.items[right]!.text)) {
        // "The most refunds": rows of that kind.
        term = { kind: 'measure', measure: countOf(whatIsOf(draft, kind.column.table)) }
      } else if (table !== null) {
        // 捐款最多: the most money, or the most often.
        if (draft.isChinese && isMoney(table) && moneyOf(table) !== null && draft.items[target + 1]?.kind !== 'howMany')
          throw new Unclear('tooMuch', item.text)
        // "The most milk" is no number of milkings.
        const isMass = !draft.isChinese && !isPlural(draft.items[target]!.text) && !isPerson(table)
        const act = isPerson(table) ? null : actOn(draft, at, table)
        // "Which researcher ran the most experiments?" of which each has a day on which it was run
        const doing = isVerb(draft.items[left]?.text ?? '') ? draft.columnAt(left) : null
        if (doing?.type === 'date' && doing.table === table && !doing.isSparse) draft.take(left)
        const tally = tallyOf(table) ?? unitsOf(table, draft.items[target]!.text) ?? (isMass ? sumOf(table) : null)
        const sold = act === null && tally === null ? unitsSaidSold(draft, table) : null
        const counted = act === null ? unitsOrRows(tally, table) : unitsOrRows(unitsOfLine(act), act)
        term = { kind: 'measure', measure: sold ?? counted }
        draft.take(target)
      } else if (column !== null && isMeasureColumn(column)) {
        // "Its most cited paper" is a paper.
        const directly = draft.isChinese || !isVerb(draft.items[target]!.text) ? null : draft.tableAt(target + 1)
        if (directly === column.table) {
          draft.subject = draft.refAt(target + 1)
          term = { kind: 'column', column }
          isSubjectAfter = true
        } else {
          // "Sold the most units": not those in stock.
          const sold = unitsSaidSold(draft, column)
          term = sold === null ? totalOf(draft, column, draft.firstRef()) : { kind: 'measure', measure: sold }
        }
        draft.take(target)
      } else if (column?.type === 'date' && isVerb(draft.items[target]!.text) && draft.tableAt(target + 1) !== null) {
        // "The most visited exhibition" is the one that most visits were made to.
        term = { kind: 'measure', measure: countOf(column.table) }
        draft.subject = draft.refAt(target + 1)
        isSubjectAfter = true
        draft.take(target)
      } else {
        // "The country that speaks the most languages": kinds of what many rows of it hold.
        const isKinds =
          column !== null &&
          column.type === 'text' &&
          isPlural(draft.items[target]!.text) &&
          draft.isOfMany(draft.firstTable(), column.table)
        const measure: Measure | null = isKinds
          ? { fn: 'count', column, table: column.table, distinct: true }
          : measureAt(draft, target)
        if (measure === null) throw new Unclear('unread', item.text)
        if (isKinds) draft.take(target)
        term = { kind: 'measure', measure }
      }
    } else {
      const measure = right >= 0 ? measureAt(draft, right) : null
      const spoken = /^(?:who|which)$/i.test(draft.items[left]?.text ?? '') ? draft.before(left) : left
      const leftColumn = left >= 0 ? draft.columnAt(left) : null
      const isAdjacentLeft =
        isOrdering(leftColumn) &&
        !isTimes &&
        // What lasted the longest is no latest.
        !((item.counts || item.hints.includes('length')) && leftColumn.type === 'date') &&
        (right < 0 || draft.tableAt(right) !== null || !isOrdering(draft.columnAt(right))) &&
        (draft.isChinese || right < 0 || draft.items[right]!.kind === 'direction')
      if (measure !== null) term = { kind: 'measure', measure }
      else if (isAdjacentLeft) {
        const aggregateAt = draft.before(left)
        const leading = draft.items[aggregateAt]
        if (leading?.kind === 'aggregate' && !draft.used[aggregateAt] && leading.fn !== 'count') {
          // There is no mean of days.
          if (!isMeasureColumn(leftColumn)) throw new Unclear('noMeasure', item.text)
          term = { kind: 'measure', measure: figureOf(leading.fn, leftColumn) }
          draft.take(aggregateAt)
        } else term = { kind: 'column', column: leftColumn }
        draft.take(left)
        isSubjectAfter = right >= 0 && draft.tableAt(right) !== null
      } else if (right < 0 && spokenAt(draft, spoken) !== null && item.hints.length > 0) {
        // "Which field is the largest?", "the singer who is worth the most"
        const table = spokenAt(draft, spoken)!
        const born = item.hints.includes('age') ? birthOf(table) : null
        isFlipped = born !== null
        term = { kind: 'column', column: born ?? hintedOrTook(table, item.hints) }
        draft.cost += 0.05
      } else if (right >= 0) {
        let target = right
        while (draft.refAt(target)?.kind === 'value' && draft.refAt(draft.after(target)) !== null)
          target = draft.after(target)
        const beyond = draft.after(target)
        // "The heaviest parts with their weight" shows it.
        const isShown = draft.items.slice(target + 1, beyond).some(({ text }) => /^with$/i.test(text))
        if (
          !isShown &&
          draft.tableAt(target) !== null &&
          isOrdering(draft.columnAt(beyond)) &&
          draft.columnAt(beyond)!.table === draft.tableAt(target)
        ) {
          term = { kind: 'column', column: draft.columnAt(beyond)! }
          // "the first film released" is a film, "the highest film budget" a number.
          if (isVerb(draft.items[beyond]!.text)) {
            isSubjectAfter = true
            draft.subject = draft.refAt(target)
            draft.take(beyond)
          } else draft.take(target, beyond)
        } else if (isMeasured && draft.columnAt(target)?.type === 'date') {
          // "The highest temperature measured": what rows of that time measure.
          const measured = sumOf(draft.columnAt(target)!.table)
          if (measured === null) throw new Unclear('noMeasure', item.text)
          term = { kind: 'column', column: measured }
          draft.take(target)
        } else if (isOrdering(draft.columnAt(target))) {
          // What is sold most is what most units are sold of.
          const column = draft.columnAt(target)!
          term = addsUp(column) ? totalOf(draft, column, draft.firstRef()) : { kind: 'column', column }
          draft.take(target)
          // "best rated restaurant" ranks restaurants, "the highest salary of employees" is a number.
          const isOf = draft.isChinese && draft.items[target + 1]?.text === '的'
          const directly = target + (isOf ? 2 : 1)
          isSubjectAfter = draft.tableAt(directly) !== null && draft.items[directly]!.sentence === item.sentence
        } else if (ratingOf(draft, item.text, target) !== null) {
          term = { kind: 'measure', measure: figureOf('avg', ratingOf(draft, item.text, target)!) }
          draft.take(target)
        } else if (draft.tableAt(target) !== null) {
          const table = draft.tableAt(target)!
          const born = item.hints.includes('age') ? birthOf(table) : null
          isFlipped = born !== null
          term = { kind: 'column', column: born ?? hintedOrTook(table, item.hints) }
          draft.cost += 0.05
          // "Which student received the largest grant?" asks for the student.
          const owner = /^(?:which|what)$/i.test(draft.items[0]!.text) ? draft.tableAt(1) : null
          const isOwned = owner !== null && owner !== table && draft.isOfOne(table, owner)
          if (isOwned) {
            draft.subject = draft.refAt(1)
            draft.take(target)
          }
          isSubjectAfter = true
        } else if (draft.refAt(target)?.kind === 'value' && item.hints.length > 0) {
          // "the cheapest Toyota"
          const table = tableOf(draft.refAt(target)!)
          const born = item.hints.includes('age') ? birthOf(table) : null
          isFlipped = born !== null
          term = { kind: 'column', column: born ?? hintedOrTook(table, item.hints) }
          isSubjectAfter = true
          // "Who owns the heaviest dog?"
          draft.subject = { kind: 'table', table: ownerAsked(draft, table), score: 1 }
          draft.cost += 0.1
        } else if (draft.columnAt(target) !== null && item.hints.length > 0 && !isHint(draft, at, target)) {
          // 年纪最大的狗叫什么: the name of what is oldest.
          const { table } = draft.columnAt(target)!
          // The largest grant is not the largest of what refers to one.
          const isReference = draft.joins.some(({ from, toOne }) => from === draft.columnAt(target) && toOne)
          if (isReference && !draft.isChinese) throw new Unclear('noMeasure', item.text)
          const born = item.hints.includes('age') ? birthOf(table) : null
          isFlipped = born !== null
          term = { kind: 'column', column: born ?? hintedOrTook(table, item.hints) }
          isSubjectAfter = true
          draft.cost += 0.1
        }
        if (
          draft.subject === null &&
          isSubjectAfter &&
          draft.tableAt(draft.after(target)) === null &&
          draft.refAt(target) !== null
        )
          draft.subject = draft.refAt(target)
      }
    }
    if (term === null) throw new Unclear('noMeasure', item.text)
    isFlipped ||= isPace.test(item.text) && takesTime(term)
    // What is the oldest was bought first.
    isFlipped ||= item.hints.includes('age') && term.kind === 'column' && term.column.type === 'date'
    // "The pet with the highest age": its own, and not that of whom it belongs to.
    const holder = /^with$/i.test(draft.items[at - 1]?.text ?? '') ? draft.tableAt(left) : null
    const ranking = term.kind === 'column' ? term.column : null
    if (holder !== null && ranking !== null && ranking.table !== holder)
      if (holder.columns.some(({ name }) => name === ranking.name)) throw new Unclear('unread', item.text)
    // The most expensive car that was sold may have the highest price, or have been sold for it.
    if (item.hints.includes('price') && term.kind === 'column' && hasOtherPrice(draft, term.column.table))
      throw new Unclear('tooMuch', item.text)
    if (term.kind === 'column' && isMeasureColumn(term.column) && asksForTime(draft, at))
      term = { kind: 'measure', measure: inAll(term.column, item.descending) }
    // The agent with the best rating has the best ones in the mean, and not a single one.
    const isHad = /^(?:has|have|had|with)$/i.test(draft.items[at - 1]?.text ?? '')
    if (term.kind === 'column' && isHad && isBestOf(draft, item.text, term.column))
      term = { kind: 'measure', measure: figureOf('avg', term.column) }
    // "Who skippered the most outings?" of `skipper_id`
    const doing = draft.asksWho && draft.subject === null ? doerBefore(draft, at) : null
    if (doing !== null) {
      draft.subject = { kind: 'table', table: doing.person, score: 1 }
      draft.take(doing.at)
    }
    const hasSubjectBefore = draft.items.some((other, index) => {
      if (index >= at || draft.used[index] || other.kind !== 'refs' || other.sentence !== item.sentence) return false
      const isAct =
        other.ref.kind === 'table' && (isVerb(other.text) || (draft.isChinese && !isPerson(other.ref.table)))
      if (draft.asksWho && isAct) return false
      // "The height of the player with the highest score"
      const isHeld =
        other.ref.kind === 'column' &&
        / of /i.test(other.text) &&
        term?.kind === 'column' &&
        other.ref.column !== term.column
      return (
        other.ref.kind === 'table' ||
        (other.ref.kind === 'column' && (!isMeasureColumn(other.ref.column) || term?.kind === 'measure' || isHeld))
      )
    })
    const isCounted = term.kind === 'measure' && term.measure.fn === 'count'
    // "The 5 biggest lots" are those rows.
    if (
      count !== null &&
      !item.counts &&
      term.kind === 'column' &&
      !hasSubjectBefore &&
      !draft.asksWho &&
      right === draft.items.length - 1
    )
      draft.subject ??= { kind: 'table', table: term.column.table, score: 1 }
    const [asking, asked] = [draft.items[0], draft.refAt(1)]
    // "Which chef earns the most?"
    if (asking?.kind === 'list' && /^which$/i.test(asking.text) && asked?.kind === 'value' && term.kind === 'column') {
      isSubjectAfter = true
      draft.subject ??= { kind: 'table', table: tableOf(asked), score: 1 }
    }
    // "Which item costs the most?", "the most cited paper": what has it, where its name was said with it.
    const isOfRows = item.counts || /^which$/i.test(asking?.text ?? '')
    if (
      term.kind === 'column' &&
      !hasSubjectBefore &&
      draft.subject === null &&
      isOfRows &&
      saysTable(draft, term.column)
    ) {
      draft.subject = { kind: 'table', table: term.column.table, score: 1 }
      isSubjectAfter = true
    }
    if (
      !isSubjectAfter &&
      !hasSubjectBefore &&
      !draft.hasSuperlative &&
      count === null &&
      !isCounted &&
      term.kind === 'column'
    ) {
      if (draft.asksWho) {
        // "Who was hired most recently?"
        const person = personOf(draft, term.column.table)
        if (person === null) throw new Unclear('noSubject', item.text)
        // "Who gave the lowest score?": whom the row itself names.
        const named = isPerson(person) ? null : makerOf(draft, term.column.table)
        draft.subject = named ?? { kind: 'table', table: person, score: 1 }
        draft.limit = 1
        draft.hasSuperlative = true
        draft.order.unshift({
          term: totalOf(draft, term.column, draft.subject),
          descending: item.descending !== isFlipped,
        })
        return
      }
      // "The lowest version and its author": of the row that has it.
      if (showsBeside(draft, right, term.column)) {
        draft.subject = { kind: 'table', table: term.column.table, score: 1 }
        draft.limit = 1
        draft.hasSuperlative = true
        draft.order.unshift({ term, descending: item.descending !== isFlipped })
        return
      }
      if (item.nth !== undefined) throw new Unclear('tooMuch', item.text)
      // "the highest closing price of AAPL"
      draft.measures.push(figureOf(item.descending !== isFlipped ? 'max' : 'min', term.column))
      return
    }
    // "Who wrote the most papers?"
    const maker =
      draft.asksWho && !hasSubjectBefore && draft.subject === null && term.kind === 'measure'
        ? (makerOf(draft, actBefore(draft, at) ?? term.measure.table, term.measure.table) ??
          makerOf(draft, term.measure.table))
        : null
    if (maker !== null) draft.subject = maker
    // 就诊人次最多的患者, 处方总金额最高的患者: whoever stands right before, however what they do is called.
    const isSummedUp = item.counts || term.kind === 'measure'
    if (draft.isChinese && isSummedUp && draft.subject === null && draft.tableAt(left) !== null)
      draft.subject = draft.refAt(left)
    const subjectItem = draft.items.find(
      (other, index) =>
        !draft.used[index] &&
        other.kind === 'refs' &&
        other.ref.kind !== 'value' &&
        !(draft.items[index - 1]?.kind === 'howMany' && isMeasureRef(other.ref)),
    )
    if (!draft.hasSuperlative) {
      const wantsMany =
        subjectItem !== undefined &&
        asksForOrder(draft) &&
        !(draft.asksWho && draft.items[1]?.text !== 'are') &&
        (draft.isChinese ? /哪些/.test(subjectItem.text) : isPlural(subjectItem.text))
      draft.limit = countBefore ?? (wantsMany ? null : 1)
    } else if (count !== null) draft.limit = count
    draft.hasSuperlative = true
    draft.order.unshift({ term, descending: item.descending !== isFlipped })
  })
}

/** "Which lakes are the largest, from largest to smallest?": all of them; "the teams with the most technicians" are those at the top, however many. */
const asksForOrder = (draft: Draft): boolean =>
  draft.items.some(({ kind }) => kind === 'direction' || kind === 'sorted' || kind === 'each')

/** The people whom a verb before `at` names by what refers to them. */
function doerBefore(draft: Draft, at: number): { readonly at: number; readonly person: Table } | null {
  for (const [index, { text }] of draft.items.slice(0, at).entries()) {
    const column = isVerb(text) ? draft.columnAt(index) : null
    const person = column === null ? null : draft.namedBy(column)
    if (person !== null && isPerson(person)) return { at: index, person }
  }
  return null
}

/** Whether another column of a row is asked beside the one that ranks it at `at`, and is no figure of its own. */
function showsBeside(draft: Draft, at: number, ranking: Column): boolean {
  const and = draft.after(at)
  const beside = draft.items[and]?.kind === 'and' ? draft.columnAt(draft.after(and)) : null
  return beside !== null && beside.table === ranking.table && !isMeasureColumn(beside) && !draft.isChinese
}

/** "The largest area" is a size, though a region may be called an area. */
const isHint = (draft: Draft, at: number, target: number): boolean =>
  (draft.items[at] as Extract<Chosen, { kind: 'superlative' }>).hints.some(
    (hint) => canonical(hint) === canonical(draft.items[target]!.text),
  )

/** Whether a kind of the rows behind is asked before: which group is the most common among donors. */
const isKindAmong = (draft: Draft, left: number, right: number): boolean => {
  const kind = draft.columnAt(left)
  return (
    left === 1 &&
    /^(?:which|what)$/i.test(draft.items[0]!.text) &&
    kind?.type === 'text' &&
    draft.tableAt(right) === kind.table &&
    /^(?:among|amongst|of|in|for)$/i.test(draft.items[right - 1]?.text ?? '')
  )
}

const watching = canonicalWords(
  'see seen sees treated visited borrowed lent rented booked ordered requested sold watched',
)
const rates = canonicalWords('rating score satisfaction grade star mark')
/** Whether a column says how good somebody found what is spoken of first, many times. */
const isBestOf = (draft: Draft, said: string, column: Column): boolean =>
  /^(?:best|worst)$/i.test(said) &&
  isMeasureColumn(column) &&
  column.words.some((word) => rates.has(word)) &&
  draft.isOfMany(draft.firstTable(), column.table)

/** "The best rating", where each is a row with its stars. */
function ratingOf(draft: Draft, said: string, at: number): Column | null {
  const table = draft.tableAt(at)
  const column = table === null ? null : figureOfRows(table, 'avg')
  return column !== null && isBestOf(draft, said, column) ? column : null
}

const isSelling = (text: string): boolean => /sell|sold/i.test(text)

const saysTable = (draft: Draft, column: Column): boolean =>
  draft.items.some(
    (item) => item.kind === 'refs' && item.ref.kind === 'column' && item.ref.column === column && item.ref.saysTable,
  )
