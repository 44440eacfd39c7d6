import type { Item } from '../linking/items'
import type { Ref } from '../linking/ref'
import { isOfOne, type Join, pathBetween } from '../query/joins'
import type { Filter, Measure, Query, Term, TimeGroup } from '../query/query'
import type { TimeSpan } from '../question/times'
import { inUnitOf } from '../question/units'
import type { Column, Table } from '../schema/profile'
import { identifies, nameColumns } from '../schema/row-names'
import { isVerb } from '../words/words'
import { tableOf } from './columns'
import { Unclear } from './unclear'

/** An item whose words were given one meaning. */
export type Chosen = Exclude<Item, { kind: 'refs' }> | (Extract<Item, { kind: 'refs' }> & { readonly ref: Ref })

/** The table that an item names; null where it names something else. */
export const namedTable = (item: Chosen | undefined): Table | null =>
  item?.kind === 'refs' && item.ref.kind === 'table' ? item.ref.table : null

/** Whether an item says rows of a table, with one of their columns or without: "the cars", "the weight of the cars". */
export const saysRowsOf = (item: Chosen | undefined, table: Table): boolean =>
  namedTable(item) === table ||
  (item?.kind === 'refs' && item.ref.kind === 'column' && item.ref.saysTable && item.ref.column.table === table)

export interface Reading {
  readonly query: Query
  /** Ways between tables that the question leaves open. */
  readonly joins: readonly Join[]
  /** Tables that only tell which of several ways is meant. */
  readonly via: readonly Table[]
  /** What speaks against it: 0 for nothing. */
  readonly cost: number
}

export interface Time {
  readonly spans: readonly TimeSpan[]
  readonly op: 'in' | 'one of' | 'between' | 'after' | 'before' | 'since' | 'until'
  readonly cue: Column | null
  /** "In both 2024 and 2025": in each of its spans. */
  readonly isEach: boolean
  readonly words: string
}

/** What is read of a question so far: each reader takes the items that it understands, and adds what they say. */
export class Draft {
  /** Kinds that make groups together with what is ranked. */
  readonly combined: Column[] = []
  readonly times: Time[] = []
  readonly groups: (Column | TimeGroup | Table)[] = []
  readonly groupUnits: TimeGroup['unit'][] = []
  /** Days of the week on which it happened; none where the question names none. */
  weekdays: readonly number[] = []
  /** `isAnd`: several values are joined by “and”. */
  readonly filters: (Filter & { readonly item: number; readonly isAnd?: boolean })[] = []
  readonly any: Filter[] = []
  readonly related: { table: Table; isAbsent: boolean }[] = []
  /** Tables that only tell which of several ways is meant. */
  readonly via: Table[] = []
  readonly having: { measure: Measure; op: Query['having'][number]['op']; value: number }[] = []
  readonly order: { term: Term; descending: boolean }[] = []
  readonly measures: Measure[] = []
  readonly outputs: Column[] = []
  readonly qualifiers: Table[] = []
  cost = 0
  subject: Ref | null = null
  limit: number | null = null
  /** "The second highest": its place. */
  nth: number | null = null
  hasSuperlative = false
  /** All columns of the rows are asked. */
  showsAll = false
  /** `isWithin`: whether what an item says holds for the whole, not for the part. */
  share: { readonly percent: boolean; readonly isWithin: (at: number) => boolean } | null = null
  /** Groups are ranked by it: "the category with the highest share of returned orders". */
  ranksShares = false
  pendingDirection: boolean | null = null
  isByTime = false
  cueDate: Column | null = null
  readonly used: boolean[]

  constructor(
    readonly items: readonly Chosen[],
    readonly joins: readonly Join[],
    readonly isChinese: boolean,
    /** Words that say nothing by themselves, as they meet names: "played". */
    readonly idle: ReadonlySet<string>,
    /** Ways that lead between tables were left out, as the question names others. */
    readonly isNarrowed = false,
  ) {
    this.used = items.map(() => false)
  }

  /** Its groups or its whole are counted, added or averaged. */
  get isAggregate(): boolean {
    return this.measures.length > 0 && !this.hasSuperlative && this.having.length === 0
  }

  /** The question begins by asking for people. */
  get asksWho(): boolean {
    const [asking] = this.items
    return asking?.kind === 'list' && /^(?:who|谁)$/i.test(asking.text)
  }

  /** Groups are ranked or bounded by a measure. */
  get isGrouped(): boolean {
    return this.ranked !== null || this.having.length > 0
  }

  /** The first row of each group is asked: "the cheapest beer of each brewery". */
  get isFirstOfEach(): boolean {
    return (
      this.hasSuperlative &&
      this.limit === 1 &&
      this.groups.length > 0 &&
      this.measures.length + this.having.length === 0 &&
      this.order.length === 1 &&
      this.order[0]!.term.kind === 'column'
    )
  }

  /** The measure that groups are ranked by. */
  get ranked(): Measure | null {
    for (const { term } of this.order) if (term.kind === 'measure') return term.measure
    return null
  }

  take(...at: number[]): void {
    for (const index of at) this.used[index] = true
  }

  isLink(at: number): boolean {
    return this.items[at]?.kind === 'link'
  }

  /** Whether a word says what was done, and not the day of it: `signed up`, 出院, but not 出院日期. */
  saysDeed(at: number): boolean {
    const text = this.items[at]?.text ?? ''
    return isVerb(text) || (this.isChinese && !/date|time|day/.test(text))
  }

  refAt(at: number): Ref | null {
    const item = this.items[at]
    return item?.kind === 'refs' && !this.used[at] ? item.ref : null
  }

  columnAt(at: number): Column | null {
    const ref = this.refAt(at)
    return ref?.kind === 'column' ? ref.column : null
  }

  tableAt(at: number): Table | null {
    const ref = this.refAt(at)
    return ref?.kind === 'table' ? ref.table : null
  }

  step(at: number, by: 1 | -1): number {
    if (at < 0) return -1
    let next = at + by
    while (
      next >= 0 &&
      next < this.items.length &&
      this.isLink(next) &&
      this.items[next]!.sentence === this.items[at]!.sentence
    )
      next += by
    return next >= 0 && next < this.items.length && this.items[next]!.sentence === this.items[at]!.sentence ? next : -1
  }

  after(at: number): number {
    return this.step(at, 1)
  }

  before(at: number): number {
    return this.step(at, -1)
  }

  each(kind: Chosen['kind'], run: (at: number) => void): void {
    for (let at = 0; at < this.items.length; at += 1) if (this.items[at]!.kind === kind && !this.used[at]) run(at)
  }

  numberAt(at: number): number | null {
    const item = this.items[at]
    if (item === undefined || this.used[at]) return null
    if (item.kind === 'number') return item.value
    return item.kind === 'time' ? item.bareYear : null
  }

  /** The unit behind a number; null where none is said. */
  unitAt(at: number): string | null {
    const item = this.items[at]
    return item?.kind === 'number' ? item.unit : null
  }

  /** A number as a column counts it. @throws Unclear where its unit cannot be made the column's */
  amountIn(column: Column, value: number, unit: string | null): number {
    const amount = inUnitOf(column, value, unit)
    if (amount === null) throw new Unclear('unread', unit!)
    return amount
  }

  /** The table that the question is about, before the rest is read. */
  firstTable(): Table {
    for (const item of this.items) if (item.kind === 'refs' && item.ref.kind === 'table') return item.ref.table
    for (const item of this.items) if (item.kind === 'refs') return tableOf(item.ref)
    throw new Unclear('noSubject', '')
  }

  /** What the question speaks of first. */
  firstRef(): Ref {
    // "Which operator made the most scrap?": the people that a value says.
    const asked = this.items[1]
    const isAsked =
      /^(?:which|who)$/i.test(this.items[0]?.text ?? '') && asked?.kind === 'refs' && asked.ref.kind === 'value'
    if (isAsked) return { kind: 'table', table: tableOf(asked.ref), score: 1 }
    for (const item of this.items) if (item.kind === 'refs' && item.ref.kind !== 'value') return item.ref
    return { kind: 'table', table: this.firstTable(), score: 1 }
  }

  /** Whether a column only names the rows of another table, which say more. */
  isForeign(ref: Ref): boolean {
    return (
      ref.kind === 'column' &&
      !ref.column.isPrimary &&
      this.joins.some(({ from, to, toOne }) => from === ref.column && toOne && identifies(to))
    )
  }

  /** The table whose rows a column of keys names, where they have names. */
  namedBy(column: Column): Table | null {
    const to = this.joins.find((join) => join.from === column && join.toOne && identifies(join.to))?.to
    // What holds the name itself names its rows already.
    const names = to === undefined ? [] : nameColumns(to.table)
    return to !== undefined && names.length > 0 && !names.includes(to) ? to.table : null
  }

  /** Tables that rows of a table refer to. */
  parentsOf(table: Table): readonly Table[] {
    return [...new Set(this.joins.flatMap(({ from, to, toOne }) => (from.table === table && toOne ? [to.table] : [])))]
  }

  /** Tables whose rows refer to those of a table. */
  childrenOf(table: Table): readonly Table[] {
    return [
      ...new Set(
        this.joins.flatMap(({ from, to, toOne }) =>
          to.table === table && toOne && !from.isUnique ? [from.table] : [],
        ),
      ),
    ]
  }

  /** Tables that hang together with others. */
  get tables(): readonly Table[] {
    return [...new Set(this.joins.map(({ from }) => from.table))]
  }

  /** Tables that the question speaks of, those that it names first. */
  spokenTables(): readonly Table[] {
    const refs = this.items.flatMap((item) => (item.kind === 'refs' ? [item.ref] : []))
    return [...new Set([...this.spokenByName(), ...refs.map(tableOf)])]
  }

  /** Tables whose names, or those of their columns, the question says. */
  spokenByName(): readonly Table[] {
    const refs = this.items.flatMap((item) => (item.kind === 'refs' && item.ref.kind !== 'value' ? [item.ref] : []))
    return [...new Set([...refs.filter(({ kind }) => kind === 'table'), ...refs].map(tableOf))]
  }

  isReachable(from: Table, to: Table): readonly Join[] | null {
    return pathBetween(this.joins, from, to)
  }

  /** Whether each row of a table has one of another at most; so has it of its own. */
  isOfOne(from: Table, to: Table): boolean {
    return isOfOne(this.joins, from, to)
  }

  /** Whether rows of a table may have several of another; false where nothing joins them. */
  isOfMany(from: Table, to: Table): boolean {
    return this.isReachable(from, to)?.some(({ toOne }) => !toOne) === true
  }
}
