import type { Grammar } from './grammar-kinds'
import { lengths, rankingPhrases } from './ranking-phrases'

const phrases = new Map<string, Grammar>()
const add = (list: string, grammar: Grammar): void => {
  for (const phrase of list.split('|')) phrases.set(phrase.trim(), grammar)
}

add(
  'how many|how many of|how often|how many times|how frequently|number of|the number of|total number of|count of|the count of|total count of|total number|quantity of',
  { kind: 'howMany' },
)
add('breakdown of|a breakdown of|the breakdown of', { kind: 'howMany' })
add(
  'how much|how much money|money|sales value|sales amount|revenue|revenues|turnover|takings|income|proceeds|earnings|expenditure|spending|expenses',
  {
    kind: 'howMuch',
  },
)
for (const [word, hints] of [
  ['long', lengths],
  ['old', 'age'],
  ['large|how big', 'area size population'],
  ['high|how tall', 'height altitude elevation'],
  ['far', 'distance'],
  ['heavy', 'weight'],
  ['deep', 'depth'],
  ['fast', 'speed'],
  ['expensive', 'price cost fare fee rate'],
] as const) {
  add(`how ${word}`, { kind: 'howMeasured', hints: hints.split(' ') })
}
add('spend|spends|spent|spending|pay|pays|paid|paying|cost|costs|earn|earned|earns|charged|invoiced|billed', {
  kind: 'money',
})
add('compare|comparison of|versus|vs|comparison', { kind: 'compare' })
add('total|sum of|the sum of|sum|combined|total of|altogether', { kind: 'aggregate', fn: 'sum' })
add('average|mean|avg|on average|average of', { kind: 'aggregate', fn: 'avg' })
add('maximum|max', { kind: 'aggregate', fn: 'max' })
add('minimum|min', { kind: 'aggregate', fn: 'min' })
add('range of|the range of|the range of the', { kind: 'aggregate', fn: 'range' })
add(
  'each|every|per|for each|for every|in each|each of the|broken down by|grouped by|split by|group by|grouped|for the different|for different|in different|in the different|of different|of the different|by different|among different|for each of the|in each of the|by each|per each|each of',
  { kind: 'each' },
)
add('by|in terms of', { kind: 'by' })
for (const unit of ['year', 'quarter', 'month', 'day'] as const) {
  add(`${unit}|${unit}s`, { kind: 'unit', unit, isEach: false })
}
for (const unit of ['hour', 'minute'] as const) add(`${unit}|${unit}s`, { kind: 'elapsed', unit })
add('day of the week|days of the week|day of week|weekday|weekdays', { kind: 'unit', unit: 'weekday', isEach: false })
add('month of the year|months of the year|calendar month|calendar months', {
  kind: 'unit',
  unit: 'monthOfYear',
  isEach: false,
})
add('hour of the day|hours of the day|hour of day', { kind: 'unit', unit: 'hourOfDay', isEach: false })
add('decade|decades', { kind: 'unit', unit: 'decade', isEach: false })
for (const [at, day] of ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].entries())
  add(`${day}|${day}s|a ${day}`, { kind: 'weekdays', days: [at + 1] })
add('weekend|weekends|the weekend|a weekend', { kind: 'weekdays', days: [6, 7] })
add('working day|working days|workday|workdays', { kind: 'weekdays', days: [1, 2, 3, 4, 5] })
add('yearly|annual|annually', { kind: 'unit', unit: 'year', isEach: true })
add('quarterly', { kind: 'unit', unit: 'quarter', isEach: true })
add('monthly', { kind: 'unit', unit: 'month', isEach: true })
add('daily', { kind: 'unit', unit: 'day', isEach: true })
add('top', { kind: 'top', descending: true })
add('bottom', { kind: 'top', descending: false })

for (const [list, grammar] of rankingPhrases) add(list, grammar)

add(
  "not|no|no longer|never|nobody|no one|none|out of|without|without any|do not|does not|did not|have not|has not|is not|are not|was not|were not|don't|doesn't|didn't|haven't|hasn't|isn't|aren't|wasn't|weren't|non|excluding|except|except for|other than|not any|do not have any|have no|has no|have never|has never|had no|does not have any|with no",
  { kind: 'not' },
)
add('different|distinct|unique', { kind: 'distinct' })
add('percentage of|percent of|percentage|percent', { kind: 'share', percent: true })
add('share of|share|proportion of|proportion|fraction of|fraction', { kind: 'share', percent: false })
add('ratio of|ratio|the ratio of|the ratio', { kind: 'ratio' })
add(
  'sorted by|ordered by|order by|sort by|ranked by|sorted|ordered|ranked|order the results by|sort the results by|in order of|in the order of|by order of|order of',
  { kind: 'sorted' },
)
add('alphabetically|in alphabetical order|alphabetical order|alphabetical', { kind: 'alphabetical' })
add('and|,|as well as|along with|together with|&|both', { kind: 'and' })
add('or|either', { kind: 'or' })
add('everything about', { kind: 'everything' })
add('minus|less the|subtracted by', { kind: 'formula', op: 'minus' })
add('multiplied by|× |x', { kind: 'formula', op: 'times' })
add('divided by', { kind: 'formula', op: 'per' })
add('late|too late|overdue|behind schedule|delayed|with a delay', { kind: 'late', isEarly: false })
add('early|too early|ahead of schedule|ahead of time', { kind: 'late', isEarly: true })
add('difference between|the difference between|difference of', { kind: 'difference' })
add(
  'which|what|who|when|list|show|give|find|get|provide|display|tell|return|name the|show me|give me|list all|list the|whose|select|report|compute|calculate|retrieve|determine|identify|tell me|output|print|fetch|state the|please list|please show|showing|listing|return me',
  { kind: 'list' },
)
for (const word of [
  'across',
  'across all',
  'of',
  '的',
  'in',
  'on',
  'for',
  'with',
  'at',
  'than',
  'that',
  'from the',
  'to',
  'within',
  'among',
  'amongst',
  'have',
  'has',
  'had',
  'having',
  'where',
  'named',
  'called',
  'is',
  'are',
  'was',
  'were',
  'during',
  'combinations of',
  'combination of',
  'pairs of',
  'piece of',
  'pieces of',
  'times',
  'looks after',
  'look after',
  'looked after',
  'takes care of',
  'take care of',
  'responsible for',
  'in charge of',
  'have a',
  'has a',
  'have an',
  'has an',
  'have any',
  'has any',
  'get a',
  'gets a',
  'get an',
  'gets an',
  'receive a',
  'receives a',
  'account for',
  'accounts for',
  'accounted for',
  'make up',
  'makes up',
  'contribute',
  'contributes',
  'contributed',
  'about',
  'related to',
  'dealing with',
]) {
  add(word, { kind: 'link', word })
}

export const longestPhrase = 6
export const grammarOf = (phrase: string): Grammar | undefined => phrases.get(phrase)
