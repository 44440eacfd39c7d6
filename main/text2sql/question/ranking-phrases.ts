import type { Comparison } from '../query/query'
import type { Grammar } from './grammar-kinds'

/** Words that rank, compare and order, several of one meaning in one text, with `|` between them. */
export const rankingPhrases: (readonly [phrases: string, grammar: Grammar])[] = []
const add = (list: string, grammar: Grammar): void => {
  rankingPhrases.push([list, grammar])
}
const ordinals = ['second|2nd', 'third|3rd', 'fourth|4th', 'fifth|5th'].map((words) => words.split('|'))
const superlative = (list: string, descending: boolean, hints = '', counts = false): void => {
  const grammar = { kind: 'superlative', descending, hints: hints === '' ? [] : hints.split(' '), counts } as const
  add(list, grammar)
  for (const [before, words] of ordinals.entries())
    add(words.flatMap((word) => list.split('|').map((phrase) => `${word} ${phrase}`)).join('|'), {
      ...grammar,
      nth: before + 2,
    })
}
/** What says how long something is, the plainest first. */
export const lengths = 'length duration distance runtime page minute hour day night second millisecond'
const comparison = (list: string, op: Comparison, hints = ''): void =>
  add(list, { kind: 'comparison', op, hints: hints === '' ? [] : hints.split(' ') })

superlative('highest|greatest', true, 'height altitude elevation')
superlative('tallest', true, 'height')
superlative(
  'most|maximum number of|highest number of|largest number of|greatest number of|most number of|highest count of|highest total number of',
  true,
  '',
  true,
)
superlative(
  'most common|most frequent|commonest|most popular|most often|most frequently|the most times|most times|the most number of times|most number of times|the greatest number of times|greatest number of times|the largest number of times|largest number of times|the highest number of times|highest number of times|the most often|busiest|most active|most used|most prolific|most productive',
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
superlative('largest|biggest', true, 'area size population volume capacity seat')
superlative('farthest|furthest', true, 'distance range')
superlative('best', true, 'rating score')
superlative('longest', true, lengths)
superlative('oldest', true, 'age')
superlative('newest|latest|most recent|most recently|last', true, 'date time year')
superlative('heaviest', true, 'weight mass')
superlative('fastest|quickest', true, 'speed time second duration minute')
superlative('most expensive|priciest|costliest|dearest', true, 'price cost fare fee msrp rate amount total')
superlative('best paid|highest paid|best earning|highest earning|top earning', true, 'salary wage pay income rate')
superlative('worst paid|lowest paid', false, 'salary wage pay income rate')
superlative('most valuable|worth the most|worth most', true, 'value worth price cost amount')
superlative('least valuable', false, 'value worth price cost amount')
superlative('most populous|most populated', true, 'population')
superlative('lowest', false, 'height altitude elevation')
superlative('smallest', false, 'area size population volume capacity seat')
superlative('least|fewest|smallest number of|lowest number of|fewest number of|least number of', false, '', true)
superlative('worst', false, 'rating score')
superlative('shortest', false, `${lengths} height`)
superlative('youngest', false, 'age')
superlative('hottest|warmest', true, 'temperature')
superlative('coldest|coolest', false, 'temperature')
superlative('earliest|first', false, 'date time year')
superlative('cheapest|least expensive', false, 'price cost fare fee msrp rate amount total')
superlative('deepest', true, 'depth')
superlative('shallowest', false, 'depth')
superlative('widest|broadest', true, 'width')
superlative('narrowest', false, 'width')
superlative('hottest|warmest', true, 'temperature')
superlative('coldest|coolest', false, 'temperature')
superlative('strongest|most powerful', true, 'power strength alcohol')
superlative('weakest', false, 'power strength')
superlative('lightest', false, 'weight mass')
superlative('slowest', false, 'speed time second duration minute')

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
    'dearest',
    'costliest',
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
