// Whether a query brings the rows that are asked for, and not others beside them: each check throws `Unclear`.

import type { Table } from '../schema/profile'
import { hasDate, identifies, isMeasureColumn, isPerson, keyColumn, nameColumns } from '../schema/row-names'
import { canonicalWords, isPlural, isVerb, nameParts } from '../words/words'
import { tableOf } from './columns'
import { type Chosen, type Draft, namedTable } from './draft'
import type { Shape } from './shape'
import { Unclear } from './unclear'

/** "Who ran the most kilometres?" asks for no race, "who uses device 7?" for no device, and nobody is what has no name. */
export function refuseWhatIsNobody(draft: Draft, entity: Shape['entity']): void {
  if (!draft.asksWho || entity === null || !('columns' in entity) || isPerson(entity)) return
  // What has a title is nobody, either.
  if (nameColumns(entity).every(({ words }) => words.at(-1) === 'title')) throw new Unclear('noSubject', entity.name)
  const isOfPeople = draft.parentsOf(entity).some(isPerson) && draft.spokenByName().includes(entity)
  const isNamed = namedTable(draft.items.find(({ kind }) => kind === 'refs')) === entity && draft.isLink(1)
  if (!isNamed && (isOfPeople || (draft.hasSuperlative && hasDate(entity)))) throw new Unclear('noSubject', entity.name)
}

/** "States that border California" are not California, which refers to itself by what borders it. */
function refuseThemselves(draft: Draft, root: Table): void {
  if (draft.isAggregate || draft.isGrouped) return
  const called = root.columns.filter((column) => identifies(column) || nameColumns(root).includes(column))
  for (const { column, op } of draft.filters) {
    const isOwn = column.table !== root && draft.joins.some(({ from, to }) => to === column && called.includes(from))
    const isAmongOthers =
      called.includes(column) &&
      draft.related.some(({ isAbsent }) => !isAbsent) &&
      saysMany(draft.items.slice(0, 2), root)
    if (op === '=' && (isOwn || isAmongOthers)) throw new Unclear('tooMuch', column.name)
  }
}

/** "Which states": a question that begins so asks for several rows. */
const saysMany = ([asking, asked]: readonly Chosen[], table: Table): boolean =>
  asking?.kind === 'list' && namedTable(asked) === table && isPlural(asked!.text)

/** "Cities that have no Italian restaurant" are not those that have another one. */
function refuseKindsWithout(draft: Draft, { root, entity }: Shape): void {
  if (entity === null || 'columns' in entity || entity.isUnique || draft.isAggregate || draft.isGrouped) return
  const without = draft.filters.find(
    ({ op, column, words }) => op === 'not in' && column.table === root && /^not /.test(words),
  )
  const said = draft.items[without === undefined ? -1 : draft.before(without.item)]
  if (said?.kind === 'not' && /\b(?:no|without|without any|never|not any)$|没|无/i.test(said.text))
    throw new Unclear('tooMuch', entity.name)
}

/** "Which programs require more than 120 credits?" asks for programs, and not for credits of their courses. */
function refuseOtherRows(draft: Draft, { root, shown, grouped }: Shape): void {
  const [asking, asked] = draft.items
  const isOfTable = asked?.kind === 'refs' && asked.ref.kind === 'column' && asked.ref.saysTable
  // "Which hotels had a job?" of customers that are hotels.
  const isKind = asked?.kind === 'refs' && asked.ref.kind === 'value'
  const table = isOfTable || isKind ? tableOf(asked.ref) : namedTable(asked)
  if (asking?.kind !== 'list' || !/^(?:which|what)$/i.test(asking.text) || table === null || draft.isChinese) return
  const isShown = [...shown, ...grouped].some((column) => ('unit' in column ? column.column : column).table === table)
  if (isPlural(asked!.text.split(' ')[0]!) && root !== table && !isShown && !draft.isAggregate)
    throw new Unclear('tooMuch', asked!.text)
}

/** "The birth dates of the owners" are none of their horses. */
function refuseFiguresOfMany(draft: Draft, root: Table): void {
  draft.items.forEach((item, at) => {
    const of = draft.items[at + 1]
    if (item.kind !== 'refs' || item.ref.kind !== 'column' || item.ref.saysTable || of?.text !== 'of') return
    const { column } = item.ref
    const isTheirs = namedTable(draft.items[at + 2]) === root && column.table !== root
    if (isTheirs && draft.isOfMany(root, column.table)) throw new Unclear('noMeasure', item.text)
  })
}

/** 评分最高的餐厅是哪家? asks which one, and not how much; so does 是谁. What is meant by a kind of row is none of its figures. */
function refuseFigureForWhich(draft: Draft, { kept, shown, grouped }: Shape): void {
  // 平均每个孩子缺勤几天, beside the number of each class, is a mean of other groups.
  const eachAt = draft.items.flatMap(({ kind }, at) => (kind === 'each' ? [at] : []))
  if (
    draft.isChinese &&
    eachAt.some((at, index) => index > 0 && draft.items[at - 1]?.kind === 'aggregate' && kept.length > 1)
  )
    throw new Unclear('tooMuch', '')
  const last = draft.items.at(-1)
  const asksWhich = draft.isChinese && last?.kind === 'list' && /^(?:which|who)$/i.test(last.text)
  const subject = draft.items[draft.items.length - 2]
  const isRow = subject?.kind === 'refs' && subject.ref.kind === 'value'
  if (asksWhich && isRow && kept.length > 0 && shown.length + grouped.length === 0)
    throw new Unclear('noSubject', subject.text)
}

const ofAnything = canonicalWords('type kind category class')
/** "Clients in Portugal" of clients that have a country, none of them that one: no country of somebody else is meant. */
function refuseKindsOfOthers(draft: Draft, root: Table): void {
  const spoken = draft.spokenByName()
  for (const { column, op } of draft.filters) {
    if (column.table === root || spoken.includes(column.table) || (op !== '=' && op !== 'in')) continue
    const said = column.words.join(' ')
    const own = root.columns.find(
      ({ words, type, name }) =>
        type === 'text' &&
        words.join(' ') === said &&
        // The type of an asset is none of a work order's: `asset_type`, `work_type`.
        (name === column.name || !ofAnything.has(said)),
    )
    if (own !== undefined && own.values !== null && !own.isKey && !nameColumns(root).includes(own))
      throw new Unclear('tooMuch', own.name)
  }
}

const contacts = canonicalWords('phone email fax website')
/** The phone of a supplier is none of people who once used what they supply: whose it is must be said, or be one of theirs. */
function refuseContactsOfOthers(draft: Draft, { root, shown }: Shape): void {
  const contact = shown.find(({ words }) => words.some((word) => contacts.has(word)))
  if (contact === undefined || draft.items.some((item) => namedTable(item) === root)) return
  const isFar = draft.filters.some(({ column }) => draft.isOfMany(root, column.table))
  if (isFar) throw new Unclear('noMeasure', draft.items.find(({ kind }) => kind === 'refs')?.text ?? '')
}

/** Check-ins are rows that have a day of it: how many days there are says nothing of them. */
function refuseCountsOfDays({ kept }: Shape, items: Draft['items']): void {
  for (const { fn, column, distinct } of kept)
    if (
      fn === 'count' &&
      distinct &&
      column?.type === 'date' &&
      !items.some(({ text }) => /\b(?:days?|dates?)\b|[天日]/i.test(text))
    )
      throw new Unclear('noMeasure', column.name)
  // Nothing tells which rows are the same.
  const alike = kept.find(
    ({ fn, column, table, distinct }) => fn === 'count' && column === null && distinct && keyColumn(table) === null,
  )
  if (alike !== undefined) throw new Unclear('noMeasure', alike.table.name)
}

/** What each plant made of its sales is one figure, and not one for each sale. */
function refuseFiguresOfEach(draft: Draft, { root, shown }: Shape): void {
  if (draft.isAggregate || !draft.items.some(({ kind, text }) => kind === 'each' && /^(?:each|every)$/i.test(text)))
    return
  const one = shown.find((column) => isMeasureColumn(column) && draft.isOfMany(root, column.table))
  if (one !== undefined) throw new Unclear('noMeasure', one.name)
}

/** How many seals were used is not how many parts are called so, which is one. */
function refuseCountsOfOne(draft: Draft, { root, kept, grouped }: Shape): void {
  // How many times something happened to one car is not how many such cars there are.
  const isOfTimes = /^how (?:many times|often)$/i.test(draft.items.find(({ kind }) => kind === 'howMany')?.text ?? '')
  const named = draft.filters.find(({ column, op }) => op === '=' && column.isUnique)
  if (isOfTimes && kept.some(({ fn, table }) => fn === 'count' && table === named?.column.table))
    throw new Unclear('noMeasure', named!.column.table.name)
  const isCount = kept.length > 0 && kept.every(({ fn, column }) => fn === 'count' && column === null)
  if (!isCount || grouped.length > 0 || draft.related.length > 0) return
  const one = draft.filters.find(
    ({ column, op }) =>
      op === '=' && column.table === root && column.isUnique && /^(?:name|title)$/.test(column.words.at(-1) ?? ''),
  )
  const saysName = draft.items.some(({ text }) => /\b(?:called|named|name)\b|叫|名/i.test(text))
  if (one !== undefined && !saysName) throw new Unclear('noMeasure', root.name)
}

const currencies = canonicalWords('dollar euro yuan pound yen franc')
/** "How many donations were made in dollars?" asks for some of them; an amount in dollars is one whatever it is in. */
function refuseCountsByCurrency({ idle }: Draft, { kept }: Shape): void {
  const said = [...idle].find((word) => currencies.has(word))
  if (said !== undefined && kept.length > 0 && kept.every(({ fn }) => fn === 'count')) throw new Unclear('unread', said)
}

/** "How much did we spend on supplies?" is no answer where nothing says what was bought. */
function refuseUnknownUses({ items, idle }: Draft): void {
  const at = items.findIndex(
    ({ kind, text }, index) => kind === 'link' && text === 'on' && /^spen[dt]/i.test(items[index - 1]?.text ?? ''),
  )
  const isSaid = ['refs', 'time', 'weekdays'].includes(items[at + 1]?.kind ?? '')
  if (at >= 0 && !isSaid && idle.size > 0) throw new Unclear('unread', items[at]!.text)
}

/** "Which have expired?" asks for what has, and not for all days on which something does. @throws Unclear */
function refuseBareDays(draft: Draft, { shown }: Shape): void {
  const [day, ...others] = shown
  if (day?.type !== 'date' || others.length > 0 || !/^which$/i.test(draft.items[0]?.text ?? '')) return
  const said = draft.items.find((item) => item.kind === 'refs' && item.ref.kind === 'column' && item.ref.column === day)
  if (said !== undefined && isVerb(said.text)) throw new Unclear('unread', said.text)
}

/** "Severe incidents" are those that are so, and no incidents with their severity. @throws Unclear */
function refuseDegrees(draft: Draft, { shown }: Shape): void {
  for (const [at, item] of draft.items.entries()) {
    const column = item.kind === 'refs' && item.ref.kind === 'column' ? item.ref.column : null
    const isRanked = draft.items[at - 1]?.kind === 'superlative'
    if (column === null || isRanked || draft.isChinese || !isMeasureColumn(column) || !shown.includes(column)) continue
    const isNamed = nameParts(column.name).some(
      (part) => part.replace(/s$/, '') === item.text.toLowerCase().replace(/s$/, ''),
    )
    if (!isNamed && /^[a-z]+$/i.test(item.text) && namedTable(draft.items[at + 1]) === column.table)
      throw new Unclear('unread', item.text)
  }
}

const paying = canonicalWords('pay paid cost spend spent charge')
/** "What rent do we pay?" asks for no day. @throws Unclear */
function refuseDaysForMoney({ items, idle }: Draft, { shown, kept }: Shape): void {
  const said =
    items.find(({ text }) => /^(?:rent|pay|costs?|spend)$/i.test(text))?.text ??
    [...idle].find((word) => paying.has(word))
  const asksWhat = /^(?:what|how much)$/i.test(items[0]?.text ?? '')
  if (
    said !== undefined &&
    asksWhat &&
    kept.length === 0 &&
    shown.length > 0 &&
    shown.every(({ type }) => type === 'date')
  )
    throw new Unclear('noMeasure', said)
}

/** Each check of what a question asks for against what its query brings. @throws Unclear */
export function refuseOtherAnswers(draft: Draft, shape: Shape): void {
  refuseKindsOfOthers(draft, shape.root)
  refuseThemselves(draft, shape.root)
  refuseKindsWithout(draft, shape)
  refuseFiguresOfMany(draft, shape.root)
  refuseOtherRows(draft, shape)
  refuseFigureForWhich(draft, shape)
  refuseCountsOfDays(shape, draft.items)
  refuseCountsOfOne(draft, shape)
  refuseFiguresOfEach(draft, shape)
  refuseContactsOfOthers(draft, shape)
  refuseCountsByCurrency(draft, shape)
  refuseUnknownUses(draft)
  refuseDegrees(draft, shape)
  refuseBareDays(draft, shape)
  refuseDaysForMoney(draft, shape)
}
