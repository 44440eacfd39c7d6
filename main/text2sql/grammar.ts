import type { Aggregate, Comparison } from './query'

/** What words of a question do, whatever the database. */
export type Grammar =
  | { readonly kind: 'howMany' }
  /** The sum of what is named behind, or of what its rows are worth. */
  | { readonly kind: 'howMuch' }
  /** What was paid, or is to be, where no column is called so. */
  | { readonly kind: 'money' }
  /** `hints`: words of columns that are meant. */
  | { readonly kind: 'howMeasured'; readonly hints: readonly string[] }
  | { readonly kind: 'compare' }
  | { readonly kind: 'aggregate'; readonly fn: Aggregate }
  | { readonly kind: 'each' }
  | { readonly kind: 'by' }
  | { readonly kind: 'unit'; readonly unit: 'year' | 'quarter' | 'month' | 'day' | 'weekday'; readonly isEach: boolean }
  /** What time is counted in that nothing is grouped by. */
  | { readonly kind: 'elapsed'; readonly unit: 'hour' | 'minute' }
  | { readonly kind: 'top'; readonly descending: boolean }
  /** `hints`: words of columns that are meant where none is named (`longest`: length). */
  | {
      readonly kind: 'superlative'
      readonly descending: boolean
      readonly hints: readonly string[]
      readonly counts: boolean
    }
  | { readonly kind: 'comparison'; readonly op: Comparison; readonly hints: readonly string[] }
  | { readonly kind: 'between' }
  /** On one side of zero. */
  | { readonly kind: 'sign'; readonly op: '<' | '>' }
  | { readonly kind: 'not' }
  | { readonly kind: 'distinct' }
  | { readonly kind: 'share'; readonly percent: boolean }
  | { readonly kind: 'ratio' }
  | { readonly kind: 'sorted' }
  | { readonly kind: 'direction'; readonly descending: boolean }
  | { readonly kind: 'alphabetical' }
  | { readonly kind: 'and' }
  | { readonly kind: 'or' }
  | { readonly kind: 'list' }
  | { readonly kind: 'link'; readonly word: string }
  | { readonly kind: 'orEqual'; readonly more: boolean }
  /** What two columns make: "price times quantity". */
  | { readonly kind: 'formula'; readonly op: 'times' | 'minus' | 'per' }
  | { readonly kind: 'difference' }
  /** After the day by which it was to be done. */
  | { readonly kind: 'late'; readonly isEarly: boolean }

const phrases = new Map<string, Grammar>()
const add = (list: string, grammar: Grammar): void => {
  for (const phrase of list.split('|')) phrases.set(phrase.trim(), grammar)
}
const superlative = (list: string, descending: boolean, hints = '', counts = false): void =>
  add(list, { kind: 'superlative', descending, hints: hints === '' ? [] : hints.split(' '), counts })
/** What says how long something is, the plainest first. */
const lengths = 'length duration distance runtime page minute hour day night second millisecond'
const comparison = (list: string, op: Comparison, hints = ''): void =>
  add(list, { kind: 'comparison', op, hints: hints === '' ? [] : hints.split(' ') })

add(
  'how many|how many of|how often|how many times|how frequently|number of|the number of|total number of|count of|the count of|total count of|total number|numbers of|quantity of',
  { kind: 'howMany' },
)
add('breakdown of|a breakdown of|the breakdown of', { kind: 'howMany' })
add(
  'how much|how much money|money|sales value|sales amount|revenue|revenues|turnover|takings|earnings|expenditure|spending|expenses',
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
add('spend|spends|spent|spending|pay|pays|paid|paying|cost|costs|earn|earned|earns|owe|owes|charged|invoiced|billed', {
  kind: 'money',
})
add('compare|comparison of|versus|vs|comparison', { kind: 'compare' })
add('total|sum of|the sum of|sum|combined|total of|altogether', { kind: 'aggregate', fn: 'sum' })
add('average|mean|avg|on average|average of', { kind: 'aggregate', fn: 'avg' })
add('maximum|max', { kind: 'aggregate', fn: 'max' })
add('minimum|min', { kind: 'aggregate', fn: 'min' })
add(
  'each|every|per|for each|for every|in each|each of the|across|across all|broken down by|grouped by|split by|group by|grouped|for the different|by each|per each|each of',
  { kind: 'each' },
)
add('by|in terms of', { kind: 'by' })
for (const unit of ['year', 'quarter', 'month', 'day'] as const) {
  add(`${unit}|${unit}s`, { kind: 'unit', unit, isEach: false })
}
for (const unit of ['hour', 'minute'] as const) add(`${unit}|${unit}s`, { kind: 'elapsed', unit })
add('day of the week|days of the week|weekday|weekdays', { kind: 'unit', unit: 'weekday', isEach: false })
add('yearly|annual|annually', { kind: 'unit', unit: 'year', isEach: true })
add('quarterly', { kind: 'unit', unit: 'quarter', isEach: true })
add('monthly', { kind: 'unit', unit: 'month', isEach: true })
add('daily', { kind: 'unit', unit: 'day', isEach: true })
add('top', { kind: 'top', descending: true })
add('bottom', { kind: 'top', descending: false })

superlative('highest|greatest|tallest', true, 'height altitude elevation')
superlative(
  'most|maximum number of|highest number of|largest number of|greatest number of|most number of|highest count of|highest total number of',
  true,
  '',
  true,
)
superlative(
  'most common|most frequent|commonest|most popular|most often|most frequently|the most times|most times|the most often|busiest|most active|most used',
  true,
  '',
  true,
)
superlative(
  'least common|least frequent|least popular|least often|least frequently|the fewest times|rarest',
  false,
  '',
  true,
)
superlative(
  'best selling|best sold|bestselling|top selling|most sold|sold best|sold the most|sell the most|sells the most|sells best|sell best',
  true,
  '',
  true,
)
superlative('worst selling|least sold|sold least|sold the least', false, '', true)
superlative('largest|biggest', true, 'area size population volume capacity')
superlative('best', true, 'rating score')
superlative('longest', true, lengths)
superlative('oldest', true, 'age')
superlative('newest|latest|most recent|most recently|last', true, 'date time year')
superlative('heaviest', true, 'weight')
superlative('fastest', true, 'speed')
superlative('most expensive|priciest|costliest|dearest', true, 'price cost fare fee msrp rate amount total')
superlative('best paid|highest paid|best earning|highest earning|top earning', true, 'salary wage pay income rate')
superlative('worst paid|lowest paid', false, 'salary wage pay income rate')
superlative('most valuable|worth the most|worth most', true, 'value worth price cost amount')
superlative('least valuable', false, 'value worth price cost amount')
superlative('most populous|most populated', true, 'population')
superlative('lowest', false, 'height altitude elevation')
superlative('smallest', false, 'area size population volume capacity')
superlative('least|fewest|smallest number of|lowest number of|fewest number of|least number of', false, '', true)
superlative('worst', false, 'rating score')
superlative('shortest', false, `${lengths} height`)
superlative('youngest', false, 'age')
superlative('earliest|first', false, 'date time year')
superlative('cheapest|least expensive', false, 'price cost fare fee msrp rate amount total')
superlative('deepest', true, 'depth')
superlative('shallowest', false, 'depth')
superlative('widest|broadest', true, 'width')
superlative('narrowest', false, 'width')
superlative('hottest|warmest', true, 'temperature')
superlative('coldest|coolest', false, 'temperature')
superlative('strongest|most powerful', true, 'power strength')
superlative('weakest', false, 'power strength')
superlative('lightest', false, 'weight')
superlative('slowest', false, 'speed')

comparison(
  'more than|over|above|greater than|higher than|exceeding|exceed|exceeds|larger than|bigger than|better than|in excess of|exceeded|surpass|surpasses|surpassed|>',
  '>',
)
comparison('less than|under|below|fewer than|lower than|smaller than|worse than|<', '<')
comparison('at least|no less than|not less than|minimum of|>=|no fewer than|greater than or equal to', '>=')
comparison('at most|no more than|not more than|up to|<=|maximum of|less than or equal to', '<=')
comparison('equal to|equals|exactly|=|equal', '=')
comparison('longer than', '>', lengths)
comparison('shorter than', '<', `${lengths} height`)
comparison('taller than', '>', 'height altitude elevation')
comparison('older than', '>', 'age')
comparison('younger than', '<', 'age')
comparison('heavier than', '>', 'weight')
comparison('lighter than', '<', 'weight')
comparison('more expensive than', '>', 'price cost fare fee msrp')
comparison('cheaper than', '<', 'price cost fare fee msrp')
comparison('deeper than', '>', 'depth')
comparison('wider than', '>', 'width')
comparison('hotter than|warmer than', '>', 'temperature')
comparison('colder than|cooler than', '<', 'temperature')
comparison('slower than', '<', 'speed')
comparison('faster than', '>', 'speed')
comparison('after|later than', 'after')
comparison('before|earlier than|prior to', 'before')
comparison('since|on or after|starting from|from', 'since')
comparison('on or before|until|till|through', 'until')
add('between', { kind: 'between' })
add('negative', { kind: 'sign', op: '<' })
add('positive', { kind: 'sign', op: '>' })
add('or more|or higher|or above|or greater|and above|or over', { kind: 'orEqual', more: true })
add('or less|or lower|or below|or fewer|and below|or under', { kind: 'orEqual', more: false })

add(
  "not|no|no longer|never|nobody|no one|none|out of|without|without any|do not|does not|did not|have not|has not|is not|are not|was not|were not|don't|doesn't|didn't|haven't|hasn't|isn't|aren't|wasn't|weren't|non|excluding|except|except for|other than|not any|do not have any|have no|has no|have never|has never|had no|does not have any|with no",
  { kind: 'not' },
)
add('different|distinct|unique', { kind: 'distinct' })
add('percentage of|percent of|percentage|percent', { kind: 'share', percent: true })
add('share of|share|proportion of|proportion|fraction of|fraction', { kind: 'share', percent: false })
add('ratio of|ratio|the ratio of|the ratio', { kind: 'ratio' })
add(
  'sorted by|ordered by|order by|sort by|ranked by|sorted|ordered|ranked|order the results by|sort the results by|in order of|order of',
  { kind: 'sorted' },
)
const [highs, lows] = [
  [
    'highest',
    'most',
    'largest',
    'best',
    'biggest',
    'newest',
    'latest',
    'longest',
    'oldest',
    'greatest',
    'high',
    'youngest',
    'heaviest',
    'tallest',
    'most expensive',
    'most recent',
    'fastest',
    'strongest',
    'priciest',
    'largest',
    'deepest',
    'widest',
    'busiest',
  ],
  [
    'lowest',
    'least',
    'smallest',
    'worst',
    'oldest',
    'earliest',
    'fewest',
    'shortest',
    'low',
    'cheapest',
    'lightest',
    'slowest',
    'weakest',
    'cheapest',
    'shallowest',
    'narrowest',
    'quietest',
  ],
]
add('descending|in descending order|descending order|desc|in decreasing order', { kind: 'direction', descending: true })
add('ascending|in ascending order|ascending order|asc|in increasing order', { kind: 'direction', descending: false })
for (const [from, to, descending] of [
  [highs, lows, true],
  [lows, highs, false],
] as const) {
  for (const left of from) {
    add(`${left} first|the ${left} first|${left} ones first`, { kind: 'direction', descending })
    for (const right of to) {
      if (left === right) continue
      add(
        `from ${left} to ${right}|starting from ${left} to ${right}|from the ${left} to the ${right}|starting with the ${left}`,
        { kind: 'direction', descending },
      )
    }
  }
}
add('alphabetically|in alphabetical order|alphabetical order|alphabetical', { kind: 'alphabetical' })
add('and|,|as well as|along with|together with|&|both', { kind: 'and' })
add('or|either', { kind: 'or' })
add('minus|less the|subtracted by', { kind: 'formula', op: 'minus' })
add('multiplied by|× |x', { kind: 'formula', op: 'times' })
add('divided by', { kind: 'formula', op: 'per' })
add('late|too late|overdue|behind schedule|delayed|with a delay', { kind: 'late', isEarly: false })
add('early|too early|ahead of schedule|ahead of time', { kind: 'late', isEarly: true })
add('difference between|the difference between|difference of', { kind: 'difference' })
add(
  'which|what|who|when|list|show|give|find|get|provide|display|tell|return|name the|show me|give me|list all|list the|whose',
  { kind: 'list' },
)
for (const word of [
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
]) {
  add(word, { kind: 'link', word })
}

export const longestPhrase = 6
export const grammarOf = (phrase: string): Grammar | undefined => phrases.get(phrase)

/** Words that a query does not depend on: of asking, of being, and verbs that say what rows are anyway. */
export const fillers: ReadonlySet<string> = new Set(
  `a an the there be been being do does did it its their them they these those this all any some me us we our you your please can could
  made make makes making write writes wrote written post posted posts place placed places put gave give given giving
  exist exists existing live lives living lived locate located situated based belong belongs belonging come comes appear appears occur occurred
  happen happened happens get gets got receive received take took taken taking placed recorded record records registered listed submit submitted find found
  flow flows run runs serve serves serving served contain contains contained include included including database table data dataset results result
  overall currently altogether respectively various only just also then will would should i my one ones total's system stored yet still anything anyone anybody something someone somebody everything ever catalogue catalog ours people's so far once going go handled handle involving concerning regarding assigned linked moment here take takes generate generates create creates collection operate operates operated operating went host hosts hosted group groups placed carried brought came played scored produced generated
  as such each's grand whole entire available present conducted performed carried out held used uses using associated related corresponding
  fly flies done log logs logged logging offer offers offered company lasted lasts last single even worth cover covers covered guide guides guided per's value values what's who's many much did's same was's go goes work works working worked hold holds own owns owned offer's issue issued
  sent send sends up members carry carries affiliated appeared appears appearing featured attached respective show showing's themselves together's made's following ever actually currently's involved attributed`.split(
    /\s+/,
  ),
)
