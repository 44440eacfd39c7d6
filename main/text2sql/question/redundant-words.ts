import type { DatabaseProfile } from '../schema/profile'
import { isMeasureColumn } from '../schema/row-names'
import { canonical, nameParts } from '../words/words'
import { isUnit, unitIn } from './units'

/** A question without what says again what the database's own names say: a gloss in brackets, the unit of a figure, where what never was might have been. */
export const withoutRedundantWords = (
  question: string,
  profile: DatabaseProfile,
  values: ReadonlyMap<string, unknown>,
): string =>
  [withoutUnits, withoutPlaces, withAmounts, withoutKinds].reduce(
    (said, rewritten) => rewritten(said, profile),
    inGlosses(question, profile, values),
  )

/** The last gloss, and the noun that it explains: behind one of these, or a word that is not Chinese. */
const glossed =
  /^(|.*(?:[的了是为有个次张位家条每各在由和与或年月日]|平均|总|最[高低大小多少]|多少|全年|[^\p{Script=Han}]))\p{Script=Han}{1,8} ?[(（](\p{Script=Latin}[\p{Script=Latin}\d _.-]{1,30})[)）]/su
const figure = /^(?:mean|average|avg|total|max(?:imum)?|min(?:imum)?|highest|lowest)\b/i

/** 工单(work orders), 丹佛（Denver）, 平均硝酸盐(nitrate): what stands in the brackets names it, where the database is called so or holds it. */
function inGlosses(question: string, profile: DatabaseProfile, values: ReadonlyMap<string, unknown>): string {
  const found = glossed.exec(question)
  if (found === null) return question
  const [whole, before = '', named = ''] = found
  const said = nameParts(named)
    .filter((part) => !/^\d+$/.test(part))
    .map(canonical)
  const names = profile.tables.flatMap((table) => [table, ...table.columns]).map(({ words }) => new Set(words))
  const isNamed = names.some((words) => said.every((word) => words.has(word))) || values.has(named.toLowerCase())
  const behind = question.slice(whole.length)
  // 平均相对湿度(Mean RH) is called a mean already.
  const kept = figure.test(named) ? before.replace(/(?:平均|总|最.)$/u, '') : before
  return isNamed
    ? `${inGlosses(kept, profile, values)} ${named} ${behind}`
    : inGlosses(before, profile, values) + question.slice(before.length)
}

/** "In mg/l", 多少mg/l of a column that says so in brackets: `Nitrate (mg/l)`. */
function withoutUnits(question: string, { tables }: DatabaseProfile): string {
  const units = new Set(
    tables.flatMap(({ columns }) =>
      columns.flatMap(({ name }) => /[([]([^()[\]\d ]{1,12})[)\]]$/.exec(name)?.[1] ?? []),
    ),
  )
  return [...units].reduce((said, unit) => {
    for (const [asked, kept] of [
      [` in ${unit}`, ''],
      [`多少${unit}`, '多少'],
      [`多少 ${unit}`, '多少'],
    ] as const) {
      const at = said.indexOf(asked)
      const next = said[at + asked.length] ?? ''
      if (at >= 0 && !/[\p{Script=Latin}\d]/u.test(next))
        return said.slice(0, at) + kept + said.slice(at + asked.length)
    }
    return said
  }, question)
}

/** "Never detected at any antenna" of detections that have one: what was never done was so nowhere. */
function withoutPlaces(question: string, { tables }: DatabaseProfile): string {
  return question.replace(
    /(?<=\b(?:never|not) (?:been )?\p{L}{3,20}) (?:at|in|by|on|with|from|to) any (\p{L}{3,20})(?=[ .?!]{0,3}$)/giu,
    (said, noun: string) => {
      const word = canonical(noun)
      const isColumn = tables.some(({ columns }) =>
        columns.some(({ words, type }) => type === 'text' && words.join() === word),
      )
      return isColumn && !tables.some(({ words }) => words.includes(word)) ? '' : said
    },
  )
}

const quantity = canonical('quantity')
/** "How many grams of bentonite", "the total quantity of bentonite" of `quantity_g`: how much of it, and no number of rows. */
function withAmounts(question: string, { tables }: DatabaseProfile): string {
  const figures = tables.flatMap(({ columns }) => columns.filter(isMeasureColumn))
  const isCalled = (word: string): boolean => tables.some(({ words }) => words.includes(canonical(word)))
  const holds = figures.some(({ words }) => words.includes(quantity))
  return question
    .replace(/\bhow many (\p{L}{1,12}) of (?=\p{L})/iu, (whole, said: string) => {
      const unit = said.toLowerCase()
      const inUnit = figures.filter(({ name }) => unitIn([name], unit).said)
      // `Net wt (kg)`: no word of it says what kilos are.
      const [, bracketed] =
        inUnit.length === 1 ? (/^(.{2,40}?) ?[([][^()[\]\d ]{1,12}[)\]]$/.exec(inUnit[0]!.name) ?? []) : []
      if (bracketed !== undefined) return `how much ${bracketed} of `
      const { other } = unitIn(
        figures.map(({ name }) => name),
        unit,
      )
      // Of litres and tons the grammar knows what they are of.
      return inUnit.length > 0 && !other && !isUnit(unit) ? 'how much ' : whole
    })
    .replace(
      /^ *what (?:is|was) the (?:total |overall )?quantity of (?=(?:the )?(\p{L}{3,30}))/iu,
      (said, what: string) => (holds && !isCalled(what) ? 'how much ' : said),
    )
}

/** "Who filed permit BP-22-0145": the number says which one, and the table has no other part in it. */
function withoutKinds(question: string, { tables }: DatabaseProfile): string {
  return question.replace(
    /^( *who \p{L}{2,20}ed) (?:the )?(\p{L}{3,30}) (?=[\p{L}\d/_-]{0,20}\d)/iu,
    (said, asked: string, noun: string) =>
      tables.some(({ words }) => words.length === 1 && words[0] === canonical(noun)) ? `${asked} ` : said,
  )
}
