import { type Column, isMeasureColumn, isPerson, nameColumns, namesPeople, type Table } from '../profile'
import type { Measure, Term } from '../query'
import type { Ref } from '../refs'
import { isMoney, moneyOf, sumOf } from '../units'
import { canonicalWords, isPlural, isVerb } from '../words'
import { hintedOrOnly, isOrdering, tableOf, tallyOf } from './columns'
import { type Chosen, type Draft, Unclear } from './draft'
import { measureAt, worthOf } from './read-measures'

/** What is said behind "by": "the longest flight by distance", "the top members by tickets bought". Takes it. */
function rankedBy(draft: Draft, from: number, subject: Ref): Term | null {
  for (let by = from; by < draft.items.length; by += 1) {
    if (draft.items[by]!.kind !== 'by' || draft.used[by]) continue
    const next = draft.after(by)
    const measure = measureAt(draft, next)
    const column = measure === null ? draft.columnAt(next) : null
    const table = draft.tableAt(next)
    let term: Term | null = null
    if (measure !== null) term = { kind: 'measure', measure }
    else if (column !== null && (isMeasureColumn(column) || column.type === 'date'))
      term = totalOf(draft, column, subject)
    else if (table !== null && table !== tableOf(subject) && isPlural(draft.items[next]!.text))
      term = { kind: 'measure', measure: { fn: 'count', column: null, table, distinct: false } }
    if (term === null) continue
    if (measure === null) draft.take(next)
    draft.take(by)
    return term
  }
  return null
}

export function readSuperlatives(draft: Draft): void {
  draft.each('top', (at) => {
    const number = draft.after(at)
    const count = draft.numberAt(number)
    if (count === null) {
      const behind = draft.refAt(number)
      if (behind === null) throw new Unclear('unread', draft.items[at]!.text)
      draft.limit = isPlural(draft.items[number]!.text) ? null : 1
    } else {
      draft.limit = count
      draft.take(number)
    }
    draft.take(at)
    draft.hasSuperlative = true
    const { descending } = draft.items[at] as Extract<Chosen, { kind: 'top' }>
    const subjectAt = draft.after(count === null ? at : number)
    if (draft.items[subjectAt]?.kind === 'superlative' || draft.refAt(subjectAt)?.kind === undefined) return
    let target = subjectAt
    while (draft.refAt(target)?.kind === 'value') target = draft.after(target)
    const term = rankedBy(draft, target + 1, draft.refAt(target)!)
    if (term !== null) draft.order.push({ term, descending })
  })
  draft.each('superlative', (at) => {
    const item = draft.items[at] as Extract<Chosen, { kind: 'superlative' }>
    const left = draft.before(at)
    let right = draft.after(at)
    const count = draft.numberAt(left) ?? draft.numberAt(right)
    if (count !== null) {
      if (draft.numberAt(left) !== null) draft.take(left)
      else {
        draft.take(right)
        right = draft.after(right)
      }
    }
    draft.take(at)
    const countBefore = count ?? numberOfSubject(draft, at)
    let isSubjectAfter = false
    let isFlipped = false
    const isMeasured = !item.hints.includes('date') && !item.hints.includes('age')
    let term: Term | null = null
    const paid = item.counts && draft.items[left]?.kind === 'money' ? worthOf(draft) : null
    const ranked = draft.isChinese && item.counts ? draft.tableAt(left) : null
    const happened =
      item.counts && (right < 0 || draft.refAt(right) === null) && ranked === null && paid === null
        ? takeHappened(draft, at)
        : null
    const held = item.counts && (right < 0 || draft.refAt(right) === null) ? draft.columnAt(left) : null
    const ofRight = right < 0 || draft.isChinese ? null : draft.refAt(right)
    const isNamedAfter = ofRight?.kind === 'table'
    const by = rankedBy(draft, at, isNamedAfter ? ofRight : draft.firstRef())
    if (by !== null) {
      term = by
      isSubjectAfter = isNamedAfter
      if (isNamedAfter) draft.subject = ofRight
    } else if (held !== null && isMeasureColumn(held)) {
      // "Who earns the most?"
      term = totalOf(draft, held, draft.firstRef())
      draft.take(left)
    } else if (paid !== null) {
      term = { kind: 'measure', measure: paid }
      draft.take(left)
    } else if (ranked !== null && draft.refAt(draft.before(left)) !== null) {
      // 哪个城市的患者最多
      term = { kind: 'measure', measure: { fn: 'count', column: null, table: ranked, distinct: false } }
      draft.take(left)
    } else if (happened !== null) {
      // Who gave the most gave the most money; who ordered the most may have ordered often.
      const money = /^(?:most|least)$/i.test(item.text) ? moneyOf(happened) : null
      if (money !== null && !isMoney(happened)) throw new Unclear('noMeasure', item.text)
      term = {
        kind: 'measure',
        measure: { fn: money === null ? 'count' : 'sum', column: money, table: happened, distinct: false },
      }
    } else if (item.counts && right >= 0 && !(draft.isChinese && draft.items[left]?.kind === 'howMany')) {
      let target = right
      while (draft.refAt(target)?.kind === 'value') target = draft.after(target)
      const table = draft.tableAt(target)
      const column = draft.columnAt(target)
      if (table !== null) {
        // "The most milk" is no number of milkings.
        const isMass = !draft.isChinese && !isPlural(draft.items[target]!.text)
        const tally = tallyOf(table) ?? (isMass ? sumOf(table) : null)
        const measure: Measure =
          tally === null
            ? { fn: 'count', column: null, table, distinct: false }
            : { fn: 'sum', column: tally, table, distinct: false }
        term = { kind: 'measure', measure }
        draft.take(target)
      } else if (column !== null && isMeasureColumn(column)) {
        term = totalOf(draft, column, draft.firstRef())
        draft.take(target)
      } else {
        const measure = measureAt(draft, target)
        if (measure === null) throw new Unclear('unread', item.text)
        term = { kind: 'measure', measure }
      }
    } else {
      const measure = right >= 0 ? measureAt(draft, right) : null
      const leftColumn = left >= 0 ? draft.columnAt(left) : null
      const isAdjacentLeft =
        isOrdering(leftColumn) &&
        !(item.counts && leftColumn.type === 'date') &&
        (right < 0 || draft.tableAt(right) !== null || !isOrdering(draft.columnAt(right))) &&
        (draft.isChinese || right < 0 || draft.items[right]!.kind === 'direction')
      if (measure !== null) term = { kind: 'measure', measure }
      else if (isAdjacentLeft) {
        const aggregateAt = draft.before(left)
        const leading = draft.items[aggregateAt]
        if (leading?.kind === 'aggregate' && !draft.used[aggregateAt] && leading.fn !== 'count') {
          term = {
            kind: 'measure',
            measure: { fn: leading.fn, column: leftColumn, table: leftColumn.table, distinct: false },
          }
          draft.take(aggregateAt)
        } else term = { kind: 'column', column: leftColumn }
        draft.take(left)
        isSubjectAfter = right >= 0 && draft.tableAt(right) !== null
      } else if (draft.isChinese && left >= 0 && draft.items[left]?.kind === 'howMany' && !draft.used[left]) {
        const counted = measureAt(draft, left)
        if (counted === null) throw new Unclear('unread', item.text)
        term = { kind: 'measure', measure: counted }
      } else if (right < 0 && spokenAt(draft, left) !== null && item.hints.length > 0) {
        // "Which field is the largest?"
        const table = spokenAt(draft, left)!
        const born = item.hints.includes('age') ? birthOf(table) : null
        isFlipped = born !== null
        term = { kind: 'column', column: born ?? hintedOrOnly(table, item.hints) }
        draft.cost += 0.05
      } else if (right >= 0) {
        let target = right
        while (draft.refAt(target)?.kind === 'value' && draft.after(target) >= 0) target = draft.after(target)
        const beyond = draft.after(target)
        if (
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
          term = { kind: 'column', column: draft.columnAt(target)! }
          draft.take(target)
          // "best rated restaurant" ranks restaurants, "the highest salary of employees" is a number.
          const isOf = draft.isChinese && draft.items[target + 1]?.text === '的'
          const directly = target + (isOf ? 2 : 1)
          isSubjectAfter = draft.tableAt(directly) !== null && draft.items[directly]!.sentence === item.sentence
        } else if (draft.tableAt(target) !== null) {
          const born = item.hints.includes('age') ? birthOf(draft.tableAt(target)!) : null
          isFlipped = born !== null
          term = { kind: 'column', column: born ?? hintedOrOnly(draft.tableAt(target)!, item.hints) }
          draft.cost += 0.05
          isSubjectAfter = true
        } else if (draft.refAt(target)?.kind === 'value' && item.hints.length > 0) {
          // "the cheapest Toyota"
          const table = tableOf(draft.refAt(target)!)
          term = { kind: 'column', column: hintedOrOnly(table, item.hints) }
          isSubjectAfter = true
          draft.subject = { kind: 'table', table, score: 1 }
          draft.cost += 0.1
        } else if (draft.columnAt(target) !== null && item.hints.length > 0) {
          term = { kind: 'column', column: hintedOrOnly(draft.columnAt(target)!.table, item.hints) }
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
    const hasSubjectBefore = draft.items.some((other, index) => {
      if (index >= at || draft.used[index] || other.kind !== 'refs' || other.sentence !== item.sentence) return false
      if (draft.asksWho && isVerb(other.text)) return false
      return (
        other.ref.kind === 'table' ||
        (other.ref.kind === 'column' && (!isMeasureColumn(other.ref.column) || term?.kind === 'measure'))
      )
    })
    const isCounted = term.kind === 'measure' && term.measure.fn === 'count'
    const [asking, asked] = [draft.items[0], draft.refAt(1)]
    // "Which chef earns the most?"
    if (asking?.kind === 'list' && /^which$/i.test(asking.text) && asked?.kind === 'value' && term.kind === 'column') {
      isSubjectAfter = true
      draft.subject ??= { kind: 'table', table: tableOf(asked), score: 1 }
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
        draft.subject = { kind: 'table', table: person, score: 1 }
        draft.limit = 1
        draft.hasSuperlative = true
        draft.order.unshift({ term: totalOf(draft, term.column, draft.subject), descending: item.descending })
        return
      }
      // "the highest closing price of AAPL"
      draft.measures.push({
        fn: item.descending ? 'max' : 'min',
        column: term.column,
        table: term.column.table,
        distinct: false,
      })
      return
    }
    // "Who wrote the most papers?"
    const maker =
      draft.asksWho && !hasSubjectBefore && draft.subject === null && term.kind === 'measure'
        ? makerOf(draft, term.measure.table)
        : null
    if (maker !== null) draft.subject = { kind: 'table', table: maker, score: 1 }
    const subjectItem = draft.items.find(
      (other, index) => !draft.used[index] && other.kind === 'refs' && other.ref.kind !== 'value',
    )
    if (!draft.hasSuperlative) {
      const wantsMany =
        subjectItem !== undefined &&
        !(draft.asksWho && draft.items[1]?.text !== 'are') &&
        (draft.isChinese ? /哪些/.test(subjectItem.text) : isPlural(subjectItem.text))
      draft.limit = countBefore ?? (wantsMany ? null : 1)
    } else if (count !== null) draft.limit = count
    draft.hasSuperlative = true
    draft.order.unshift({ term, descending: item.descending !== isFlipped })
  })
}

const standing = canonicalWords('price rate percent ratio average age score rating temperature year')

/** What rows are ranked by that have many of another table: the sum of what those hold, where that adds up. */
function totalOf(draft: Draft, column: Column, subject: Ref): Term {
  const table = tableOf(subject)
  const ways = [draft.isReachable(table, column.table), draft.isReachable(column.table, table)]
  const [isToOne, isOfEach] = ways.map((way) => way?.every(({ toOne }) => toOne) === true)
  // A column whose values come again and again, as the buyer of a sale, has many rows for each, too.
  const kinds = subject.kind === 'column' && subject.column.type === 'text' ? subject.column.values?.length : undefined
  const isRepeated = kinds !== undefined && table.rows !== null && kinds * 2 <= table.rows
  const addsUp = isMeasureColumn(column) && !column.words.some((word) => standing.has(word))
  if (!addsUp || isOfEach !== true || (isToOne === true && !isRepeated)) return { kind: 'column', column }
  return { kind: 'measure', measure: { fn: 'sum', column, table: column.table, distinct: false } }
}

/** Whose rows they are: the one table of people that they refer to, else their own. Null where there are several. */
function personOf(draft: Draft, table: Table): Table | null {
  if (isPerson(table)) return table
  const people = draft.joins.flatMap(({ from, to, toOne }) =>
    from.table === table && toOne && isPerson(to.table) ? [to.table] : [],
  )
  return people.length > 1 ? null : (people[0] ?? table)
}

/** The one table of people that rows of another refer to, or are linked to; null where there are several. */
function makerOf(draft: Draft, table: Table): Table | null {
  if (table.columns.some(namesPeople)) return null
  const people = draft.tables.filter((other) => other !== table && isPerson(other))
  const near = (steps: number): Table[] =>
    people.filter((person) => {
      const way = draft.isReachable(table, person)
      return way?.length === steps && (steps === 1 ? way[0]!.toOne : !way[0]!.toOne && way[1]!.toOne)
    })
  const found = [near(1), near(2)].find(({ length }) => length > 0)
  return found?.length === 1 ? found[0]! : null
}

/**
 * The table of what is counted by a superlative that stands alone: of the verb before it ("which books were borrowed most
 * often"), else the only one that refers to what is spoken of ("which test was run most often"). Takes the verb.
 */
function takeHappened(draft: Draft, at: number): Table | null {
  for (let before = at - 1; before >= 0; before -= 1) {
    const table = draft.tableAt(before)
    if (table === null || !isVerb(draft.items[before]!.text)) continue
    draft.take(before)
    return table
  }
  const only = onlyChildBefore(draft, at)
  if (only !== null) draft.cost += 0.15
  return only
}

/** "the three branches with the most loans": the number that stands before what is ranked. Takes it. */
function numberOfSubject(draft: Draft, superlative: number): number | null {
  for (let at = 0; at < superlative; at += 1) {
    const count = draft.numberAt(at)
    const [before, after] = [draft.items[draft.before(at)], draft.refAt(draft.after(at))]
    if (count === null || (before !== undefined && before.kind !== 'list') || after?.kind !== 'table') continue
    draft.take(at)
    return count
  }
  return null
}

/** The table that is named, or whose rows a word calls by their names. */
function spokenAt(draft: Draft, at: number): Table | null {
  const column = draft.columnAt(at)
  return column !== null && nameColumns(column.table).includes(column) ? column.table : draft.tableAt(at)
}

/** The one table whose rows refer to those of the table that is spoken of before `at`. */
export function onlyChildBefore(draft: Draft, at: number): Table | null {
  const spoken = [...draft.items.keys()].slice(0, at).flatMap((before) => spokenAt(draft, before) ?? [])
  const [subject] = spoken
  const children = subject === undefined ? [] : draft.childrenOf(subject)
  return spoken.length === 1 && children.length === 1 ? children[0]! : null
}

const beginnings = canonicalWords('birth birthdate found establish built construction commission open')

/** When the rows of a table were born: who is the oldest was born first. Null where they have an age. */
function birthOf({ columns }: Table): Column | null {
  if (columns.some(({ words }) => words.includes('age'))) return null
  const births = columns.filter((column) => isOrdering(column) && column.words.some((word) => beginnings.has(word)))
  return births.length === 1 ? births[0]! : null
}
