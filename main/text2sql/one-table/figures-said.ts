import { isNonAdditive } from '../linking/worth'
import type { Column } from '../schema/profile'
import { namesPeople } from '../schema/row-names'
import { best } from '../words/likeness'
import { canonical, canonicalWords } from '../words/words'
import { figureCalled, figuresOf, type Rule, singular, spoken } from './rule'

const heat = canonicalWords('temperature heat')
const wet = canonicalWords('precipitation rain rainfall')
const power = canonicalWords('power horsepower hp')
const long = canonicalWords('length duration runtime running')
const dear = canonicalWords('price cost fare fee')
const deadly = canonicalWords('death deaths fatality fatalities casualty casualties killed')
const heavy = canonicalWords('weight mass')
const income = canonicalWords('gross revenue earnings income takings box')

/** What is first by a figure: which figures these are called, and which end of them is meant. */
const firsts = (
  [
    ['hottest|warmest', heat, 'highest'],
    ['coldest|coolest', heat, 'lowest'],
    ['wettest|rainiest', wet, 'highest'],
    ['driest', wet, 'lowest'],
    ['windiest', canonicalWords('wind'), 'highest'],
    ['most powerful|strongest', power, 'highest'],
    ['least powerful|weakest', power, 'lowest'],
    ['longest', long, 'highest'],
    ['shortest', long, 'lowest'],
    ['most expensive|priciest|dearest', dear, 'highest'],
    ['least expensive|cheapest', dear, 'lowest'],
    ['deadliest', deadly, 'highest'],
    ['heaviest', heavy, 'highest'],
    ['lightest', heavy, 'lowest'],
  ] as const
).map(([said, hints, end]) => ({
  was: new RegExp(`\\b(?:was|were|is|are)(?: it)? (?:the )?(?:${said})\\b`, 'i'),
  of: new RegExp(`\\b(?:the )?(?:${said}) (\\p{L}+)`, 'iu'),
  hints,
  end,
}))

/** "On which day was it hottest?", "the hottest day", "longest movie": by the figure that says so. */
export const first: Rule = (question, facts) => {
  for (const { was, of, hints, end } of firsts) {
    const said = [was, of].find((pattern) => pattern.test(question))
    const figure = said === undefined ? null : figureCalled(facts, hints, end === 'highest' ? 'maximum' : 'minimum')
    if (said === undefined || figure === null) continue
    const what = `the ${end} ${spoken(figure)}`
    return question.replace(said, said === was ? `had ${what}` : `$1 with ${what}`)
  }
  return question
}

/** What a part of something is by how it is said to be: the longest flippers have the highest flipper length. */
const dimensions: Readonly<Record<string, ReadonlySet<string>>> = {
  longest: canonicalWords('length'), shortest: canonicalWords('length height'), tallest: canonicalWords('height'), deepest: canonicalWords('depth'), widest: canonicalWords('width'),
  heaviest: heavy, lightest: heavy, largest: canonicalWords('size area'), biggest: canonicalWords('size area'), smallest: canonicalWords('size area'),
} // biome-ignore format: a table of words
const partOf =
  /\b(longest|shortest|tallest|deepest|widest|heaviest|lightest|largest|biggest|smallest) (\p{L}+)( on average| in the mean)?/iu

export const parts: Rule = (question, facts) =>
  question.replace(partOf, (said, how: string, part: string, isMean: string | undefined) => {
    const hints = dimensions[how.toLowerCase()]!
    const found = figuresOf(facts).filter(
      ({ words }) => best(canonical(part), words) === 1 && words.some((word) => hints.has(word)),
    )
    const end = /^(?:shortest|lightest|smallest)$/i.test(how) ? 'lowest' : 'highest'
    return found.length === 1 ? `${end} ${isMean === undefined ? '' : 'average '}${spoken(found[0]!)}` : said
  })

/** "How windy was it on average in each month": the mean of what is called so. */
export const how: Rule = (question, facts) =>
  question.replace(/\bhow (\p{L}+) was it(?: on average)?/iu, (said, word: string) => {
    const hints = new Map([['hot', heat], ['cold', heat], ['warm', heat], ['wet', wet], ['rainy', wet]]) // biome-ignore format: pairs
    const own = canonicalWords(`${word.replace(/y$/i, '')} ${word.replace(/(.)\1y$/i, '$1')}`)
    const figure = figureCalled(facts, hints.get(word.toLowerCase()) ?? own)
    return figure === null ? said : `average ${spoken(figure)}`
  })

/** Who died or was killed, where rows count deaths. */
export const deaths: Rule = (question, facts) => {
  const figure = figureCalled(facts, deadly)
  if (figure === null) return question
  const name = spoken(figure)
  return question
    .replace(
      /(?:\bin )?(\bwhich \p{L}+) did (.{2,60}?) (?:kill|cost|claim) the (most|fewest) (?:people|persons|lives)/iu,
      (_said, which: string, by: string, most: string) => `${which} had the ${most} ${name} of ${singular(by)}`,
    )
    .replace(
      /\b(?:people|persons|lives) (?:have|has|had|did|were) (.{2,60}?) (?:kill(?:ed)?|cost|claim(?:ed)?)\b/i,
      `${name} of $1`,
    )
    .replace(/\b(?:people|persons|lives)(?: have| had| were)?(?: been)? (?:died|killed|perished|lost)\b/i, name)
}

/** What something earned, by the one figure that says what came in, or the one of that place. */
export const earned: Rule = (question, facts) =>
  question.replace(
    /\b(?:what|how much)(?: money)? did (.{2,80}?) (?:earn|make|gross|bring in|take in)(?: at the box office| (\p{L}+))?\s*\??$/iu,
    (said, of: string, where: string | undefined) => {
      const found = figuresOf(facts).filter(({ words }) => words.some((word) => income.has(word)))
      const there = where === undefined ? found : found.filter(({ words }) => best(canonical(where), words) === 1)
      return there.length === 1 ? `${spoken(there[0]!)} of ${of}` : said
    },
  )

const gave =
  '(?:given|gave|paid|pay|spent|spend|donated|donate|raised|raise|earned|earn|made|make|received|receive|contributed|contribute)'
const totalGiven = new RegExp(`\\btotal(?: money| amount)? ${gave}\\b`, 'i')
const gaveMost = new RegExp(
  `^who (?:has |have )?${gave} the (most|least)(?: money)?(?: in total| overall| altogether| of all)?`,
  'i',
)

/** "Total given to each party", "who gave the most money": of the only figure, and of the only people that are named. */
export const given: Rule = (question, { measure, table }) => {
  if (measure === null) return question
  const name = spoken(measure)
  const [people, ...others] = table.columns.filter(namesPeople)
  const asTotal = question.replace(totalGiven, `total ${name}`)
  return people === undefined || others.length > 0
    ? asTotal
    : asTotal.replace(
        gaveMost,
        (_said, most: string) =>
          `which ${spoken(people)} had the ${/most/i.test(most) ? 'highest' : 'lowest'} total ${name}`,
      )
}

/** "How much was paid in tolls", "how much do people tip on average": the sum or the mean of what is called so. */
export const spent: Rule = (question, facts) => {
  const called = (word: string): string | null => {
    const [only, ...more] = figuresOf(facts).filter(({ words }) => words.join(' ') === canonical(word))
    return only === undefined || more.length > 0 ? null : spoken(only)
  }
  return question
    .replace(
      /^ *how much(?: money)? (?:was|were|is|has been) (?:paid|spent|collected|raised|earned|charged) (?:in|on|for|as) (?:the )?(\p{L}{3,20})(?: altogether| in total| overall)?/iu,
      (said, word: string) => (called(word) === null ? said : `total ${called(word)}`),
    )
    .replace(
      /^ *how much (?:do|does|did) (?:people|we|they|everybody|everyone|customers|passengers|one) (\p{L}{3,20}) on average/iu,
      (said, word: string) => (called(word) === null ? said : `average ${called(word)}`),
    )
}

/** "The 2018 election" of an election year is of 2018; a million is a number. */
export const amounts: Rule = (question, { table }) =>
  question
    .replace(/\b(?:in )?the (\d{4}) (\p{L}+)\b/giu, (said, year: string, noun: string) =>
      table.columns.some(({ isYear, words }) => isYear && words.includes(canonical(noun))) ? `in ${year}` : said,
    )
    .replace(/\ba (thousand|million|billion)(?: dollars| euros| pounds)?\b/gi, (_said, of: string) =>
      String(powers[of.toLowerCase()]),
    )
    .replace(
      /\b(\d+(?:\.\d+)?) (thousand|million|billion)(?: dollars| euros| pounds)?\b/gi,
      (_said, many: string, of: string) => String(Math.round(Number(many) * powers[of.toLowerCase()]!)),
    )
const powers: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 }

/** What is at its highest or lowest is so by the only figure. */
export const extremes: Rule = (question, { measure, when }) => {
  if (measure === null) return question
  const name = spoken(measure)
  const time = when === null ? 'when' : spoken(when)
  return question
    .replace(
      /\bwhen was (.{2,80}?) at (?:its|their) (highest|lowest|peak)/i,
      (_said, of: string, end: string) =>
        `${time} with the ${/^lowest$/i.test(end) ? 'lowest' : 'highest'} ${name} of ${of}`,
    )
    .replace(
      /\bhow (?:high|low) did (?:the )?(.{2,80}?) ever (?:get|go|climb|fall|rise)/i,
      (said, of: string) => `${/how low/i.test(said) ? 'lowest' : 'highest'} ${name} of ${of}`,
    )
    .replace(/\bwhat was (.{2,80}?) worth\b/i, `${name} of $1`)
}

/** "How did it change over the years?": its figure of each year. */
export const changes: Rule = (question, { when }) =>
  when === null
    ? question
    : question.replace(
        /^(?:how (?:did|has) (?:the )?(.{2,80}?) (?:change|develop|evolve)d?(?: (?:over|through|with|across) (?:the years|time))?|(.{2,80}?) (?:over|through|across) (?:the years|time))\s*\??$/i,
        (_said, changed: string | undefined, what = changed) =>
          `average ${what} by ${when.type === 'date' ? 'year' : spoken(when)}`,
      )

/** What names of figures say besides. */
const vague = canonicalWords('total estimated amount value number count annual')

/** "Deaths by race": the sum of a figure that adds up, else its mean; how many rows there are where that is what rows are called. */
export const bare: Rule = (asked, facts) => {
  // "By state, ten highest", "stores per state, top 10"
  const [, least, count = '', most] =
    /,? (?:the )?(?:top (\w+)|(\w+) (highest|largest|biggest|most))\s*$/i.exec(asked) ?? []
  const top = least ?? (most === undefined ? '' : count)
  const question =
    top === '' ? asked : asked.replace(/,? (?:the )?(?:top \w+|\w+ (?:highest|largest|biggest|most))\s*$/i, '')
  const ranked = (figure: string, rest: string): string => {
    const [, group] = /^(?:by|per|for each) ([\p{L} _]{2,40})$/iu.exec(rest.trim()) ?? []
    return top !== '' && group !== undefined ? `top ${top} ${group} by ${figure}` : `${figure} ${rest}`
  }
  const [, said = '', rest = ''] =
    /^(?:the )?((?:\p{L}+ ){1,5}?)((?:(?:of|in|for|from) (?:\p{L}+ ){1,4})?(?:by|per|for each) .+)$/iu.exec(question) ??
    []
  const words = said.trim().split(/\s+/).map(canonical)
  const isCalled = ({ name, words: own }: Column): boolean => {
    const all = [
      ...own,
      ...spoken({ name })
        .split(/[^\p{L}]+/u)
        .map(canonical),
    ]
    return (
      words.every((word) => best(word, all) >= 0.9) && own.every((word) => vague.has(word) || best(word, words) >= 0.9)
    )
  }
  const [figure, ...more] = said === '' ? [] : figuresOf(facts).filter(isCalled)
  if (figure !== undefined && more.length === 0)
    return ranked(`${isNonAdditive(figure) ? 'average' : 'total'} ${spoken(figure)}`, rest)
  const noun = singular(said.trim())
  const isRows = facts.rowNouns.has(noun) || noun === 'count' || canonical(noun) === canonical(facts.rows)
  return words.length === 1 && isRows && more.length === 0 ? ranked(`number of ${facts.rows}`, rest) : asked
}
