// Over 300 lines: one table, whose order tells which wording is rewritten first.

import { monthNames } from '../../language'
import { figuresOfEach, type Rewriting } from './figures-of-each'

const extremes: Readonly<Record<string, string>> = {
  high: 'maximum', larg: 'maximum', great: 'maximum', bigg: 'maximum', old: 'maximum', long: 'maximum', most: 'maximum', heav: 'maximum',
  low: 'minimum', small: 'minimum', cheap: 'minimum', young: 'minimum', short: 'minimum', least: 'minimum', light: 'minimum',
} // biome-ignore format: pairs
const months = monthNames.join('|')
const leaving = '(?:left|leaves?|leaving|posted|posts?|submitted|wrote|written|writes?|gave|given)'
const remark = '(?:review|rating|comment)'
const mean = '(?:average|mean|avg|total|sum)'
const bound = '(?:maximum|minimum|max|min)'
const extreme =
  '(?:highest|lowest|largest|smallest|greatest|biggest|cheapest|(?:most|least) expensive|youngest|oldest|shortest|longest|lightest|heaviest)'
/** "The highest, lowest, and average cost": next to a mean, what is highest is a maximum. */
const extremeOf = (word: string): string =>
  extremes[Object.keys(extremes).find((one) => word.toLowerCase().startsWith(one))!]!
/** At which end of what it is ranked by something stands that is called so. */
const ends: Readonly<Record<string, string>> = {
  oldest: 'lowest', earliest: 'lowest', newest: 'highest', latest: 'highest', youngest: 'highest', largest: 'highest', biggest: 'highest', smallest: 'lowest',
} // biome-ignore format: pairs
const [mosts, leasts] = ['(?:most|highest|largest|biggest|best)', '(?:least|lowest|smallest|fewest|worst)']
/** How people ask for percent behind a question. */
const inPercent = '(?:,? (?:in|as a) percent(?:age)?|[,?]? (?:in|as) ?%)'
const beside = '(?:,? and (?:the )?|, (?:the )?|/)'

/** Whether "than the average technician" is said of technicians, or of nobody; the mean of others is another one. */
const isAsked = (row: string | undefined, question: string): boolean =>
  row === undefined ||
  question.toLowerCase().indexOf(row.toLowerCase()) < question.toLowerCase().lastIndexOf(row.toLowerCase())

const [bests, worsts] = ['(?:best|highest|largest|greatest)', '(?:worst|lowest|smallest|least)']
/** "Order the results from the best average to the worst", "starting from the best rating to the lowest". */
const fromEndToEnd: readonly Rewriting[] = [
  { from: bests, to: worsts, way: 'down', order: 'descending' },
  { from: worsts, to: bests, way: 'up', order: 'ascending' },
].flatMap(({ from, to, way, order }) => [
  [
    new RegExp(
      String.raw`\b(?:order|sort) (?:the results|them|it)? ?from the ${from}(?: \p{L}{3,20}){0,2} to the ${to}\b`,
      'giu',
    ),
    `in ${order} order`,
  ],
  [
    new RegExp(
      String.raw`,? ?\bstart(?:ing)? (?:from|with) the ${from} ([\p{L} ]{3,30}?)(?: (?:${way} )?to the ${to})?(?=[.?! ]{0,3}$)`,
      'giu',
    ),
    `, sorted by $1 in ${order} order`,
  ],
])

/** The two ways in which rows are put in order, as it is said. */
const fromEnds = [
  { from: '(?:highest|largest|greatest|most)', to: '(?:lowest|smallest|least|fewest)', order: 'descending' },
  { from: '(?:lowest|smallest|least|fewest)', to: '(?:highest|largest|greatest|most)', order: 'ascending' },
] as const

/** What says the same as another wording that the grammar reads, whatever the database. */
export const rewritings: readonly Rewriting[] = [
  // "What was the highest turbidity, and at which site?" asks for the site, which is told with its turbidity.
  [
    new RegExp(
      `^ *what (?:is|was) the (${extreme}) ([^,?]{3,80}?),? and (?:(?:at|in|on|from|for|by|with) )?which (\\p{L}[\\p{L} ]{1,29}?)(?: (?:was|is|did) (?:it|that|this)(?: \\p{L}{3,20}){0,2}| had it)?(?=[ .?!]{0,3}$)`,
      'iu',
    ),
    'Which $3 had the $1 $2',
  ],
  // "…, and how many were there?"
  [
    /(?<=\b(?:most|fewest|least|highest|lowest|largest|smallest)\b[^?]{3,160}),? and how (many|much)(?: \p{L}{3,20})? (?:(?:were|are|was|is) (?:there|they|it|that|those)|(?:did|does|do|has|have|had) (?:it|they|he|she|that)(?: \p{L}{3,20}){0,2})(?=[ .?!]{0,3}$)/giu,
    ', and how $1',
  ],
  // "The average labour hours per closed work order" is a mean of those orders.
  [
    /\b(average|mean) (?:of (?:the )?)?([\p{L} ]{3,40}?) per (\p{L}{3,20}ed) (\p{L}{3,20}(?: \p{L}{3,20}){0,1})(?= (?:on|in|of|for|by|at|since|before|after)\b|[ .?!]{0,3}$)/giu,
    '$1 $2 of $3 $4s',
  ],
  // "How do our orders break down by status?"
  [
    /^ *how (?:do|does|did) (?:our |the |all )*([\p{L} ]{3,40}?) (?:break|split) (?:down|up) (?=(?:by|per) )/iu,
    'What is the number of $1 ',
  ],
  [/\b(sold|sells?|bought) the (most|fewest|least) copies\b/giu, '$1 the $2'],
  // "Which projects are still going on?"
  [/(?<=\b(?:are|is|was|were) )(?:still |currently )?(?:going on|under ?way)(?=[ .?!]{0,3}$)/giu, 'still running'],
  // "The yearly cost of all subscriptions" is one figure.
  [
    /^( *what (?:is|was) the )(?!total\b|average\b|mean\b)((?:\p{L}{3,20} )?(?:costs?|budget|spending|expenses?) of all )/iu,
    '$1total $2',
  ],
  // "Which books did Ada order?"
  [/^( *(?:how many|which|what) (?!times\b)[\p{L} ]{3,40}? did [\p{L} '-]{3,40}?) order(?=[ .?!]{0,3}$)/iu, '$1 buy'],
  // "Fewer than 5 copies in stock", "orders that used a coupon", "started at Central Station"
  [
    /(?<=\b(?:than|least|most|over|under|below|above|exactly) \d{1,9} )(?:copies|units|pieces|items) (?=in stock\b)/giu,
    '',
  ],
  [/\bused (?=an? (?:coupon|voucher|gift card|(?:discount|promo|promotion) code)\b)/giu, 'have '],
  [/\b([Ss]tarted|[Bb]egan) at (?=\p{Lu}\p{Ll})/gu, '$1 from '],
  [/\btotal value of (?:all |the |our )*orders\b(?: placed| made)?/giu, 'total order value'],
  // "Which books got a one-star review?"
  [
    /(?<!\bonly )\b(?:an? |any )?(one|two|three|four|five|[1-9]|10)[- ]star (reviews?|ratings?)\b/giu,
    (_, stars, rows) => {
      const count = /^one$/i.test(stars!) ? '1' : stars
      return rows!.toLowerCase().startsWith('rating') ? `ratings of ${count}` : `reviews with ${count} stars`
    },
  ],
  // "How many trips did each truck make?", where trucks have a make
  [/^( *how many [\p{L} ]{3,40}? did (?:each|every) [\p{L} ]{3,30}?) make(?=[ .?!]{0,3}$)/iu, '$1 have'],
  [/\bclosed down\b/giu, 'closed'],
  [/(?<=\bnever (?:been )?\p{L}{3,20}) by (?:anyone|anybody)\b/giu, ''],
  // "Both an electric bike and a cargo bike", "both special leave and unpaid leave"
  [
    /\bboth (?:an? )?(\p{L}{3,20}) (\p{L}{3,20}) and (?:an? )?(\p{L}{3,20}) \2\b/giu,
    (_, one, rows, other) => `both ${one} and ${other} ${rows!.replace(/s$/, '')}s`,
  ],
  // "When did Ada place her most recent order?"
  [
    /^ *when did ((?:\p{L}|[ '-]){3,40}?) (?:place|make|take|have|submit) (?:her|his|their|its) (?:most recent|last|latest) (\p{L}{3,20})(?=[ .?!]{0,3}$)/iu,
    'What is the latest $2 date of $1',
  ],
  // "Longer than an hour", "more than half an hour"
  [
    /(?<=\b(?:longer|more|less|shorter) than |\b(?:over|under) )(half )?an hour\b/giu,
    (_, half) => (half === undefined ? '60 minutes' : '30 minutes'),
  ],
  // "Which boats can I rent for less than 100 a day?"
  [
    /\bcan (?:i|we|you|one|people) (?:rent|hire|book|buy|get) (?:for|at) (?=(?:less|more|under|over|at most|up to)\b)/giu,
    'cost ',
  ],
  // "Which payment method is used most?"
  [
    /\b(used|booked|ordered|rented|visited|borrowed|requested|chosen|prescribed|performed|played) (?:the )?(most|least)(?=[ .?!]{0,3}$)/giu,
    '$1 $2 often',
  ],
  // "Which customers never left a review?", "who left more than two reviews"
  [
    new RegExp(`\\b(?:(?:have|has|had) )?never ${leaving} (?:an?|any|one) (${remark})\\b`, 'giu'),
    (_, what) => `have no ${what}`,
  ],
  [
    new RegExp(
      `\\b(?:(?:have|has|had) )?${leaving} (?=(?:an?|any|no|at least|more than|fewer than|exactly|only|\\d{1,4}|the most|the fewest)(?: [\\p{L}\\d]{1,20})? ${remark}s?\\b)`,
      'giu',
    ),
    'have ',
  ],
  // "Signed up in 2025 but have no orders", "over 100,000 but fewer than 10 employees"
  [/(?<=[\p{L}\d]),? but (?=(?:have|has|had) (?:no|never|not any)\b)/giu, ' and '],
  [
    /(?<=[\p{L}\d]),? but (?:only )?(?=(?:(?:have|has|had) )?(?:fewer|less|more|at least|at most|under|over) (?:than )?\d)/giu,
    ' and ',
  ],
  // "The most sailings, not counting cancelled ones"
  [
    /,? \(?(?:not|without) (?:counting|including|considering) (?:the |any )?([\p{L}-]{3,20})(?: ones)?\)?(?=[ .?!]{0,3}$)/giu,
    ' excluding $1',
  ],
  // "The second half of 2024 (July to December)"
  [new RegExp(`(?<=\\d{4}) ?\\((?:${months})(?: to |-|–| until )(?:${months})(?: \\d{4})?\\)`, 'giu'), ''],
  // "List the vets with the total fees of their visits"
  [
    /^ *(?:list|show|give)(?: me)? (?:all |the |all the )?([\p{L} ]{3,30}?)s with (?:the|their) ((?:total|average|highest|lowest|mean) [\p{L} ]{3,40}?) of (?:all )?their ([\p{L} ]{3,30}?)(?=[ .?!]{0,3}$|,)/iu,
    '$2 of $3 for each $1',
  ],
  // "In 2024 or later", "since the start of 2022", "past their due date"
  [
    /(?<!\b(?:until|to|till|before|through) )\b(?:in |from |since )?(\d{4}) or (?:later|after|newer|more recent(?:ly)?)\b/giu,
    'since $1',
  ],
  [/\b(?:in |from |before |until )?(\d{4}) or (?:earlier|before|older)\b/giu, 'until $1'],
  [/\bsince the (?:start|beginning) of (?=\d{4}\b)/giu, 'since '],
  [/\bpast (?:their|its|the) due dates?\b/giu, 'overdue'],
  // "Orders placed in 2024", "never placed an order": an order is placed anyway.
  [/(?<=\borders? )placed (?=(?:in|on|since|before|after|between|during|by|from|with|through|via|online)\b)/giu, ''],
  [
    /\b(?:placed|placing|places?) (?=(?:an?|any|no|the|more than|fewer than|at least|exactly|\d{1,4})(?: \p{L}{3,20})? orders?\b)/giu,
    'have ',
  ],
  // "The 3 channels through which most complaints are received"
  [
    /\b(?:through|by|in|at|on|from|via|to|for) which (?:the )?(most|fewest) ([\p{L} ]{3,40}?) (?:are|were|is|was|have been) \p{L}{3,20}(?=[ .?!]{0,3}(?:$|\p{Lu}))/gu,
    'with the $1 $2',
  ],
  // "How many days did it take to close the tickets? Ignore those that are still open": what is open has no such days.
  [
    /(?<=\b(?:days|hours|minutes)\b[^.?!]{3,160}[.?!]) ?(?:please )?(?:ignore|exclude|leave out|skip) [\p{L} -]{2,40} (?:that|who|which) are (?:still|currently) (?:open|running|unresolved|pending)[.!]?(?=\s*$)/iu,
    '',
  ],
  [/\bbirth ?places?\b/giu, 'place of birth'],
  // "List the schools by average teacher salary, highest first", "the suppliers by the number of parts they supply"
  ...fromEnds.map(
    ({ from, to, order }): Rewriting => [
      new RegExp(
        `^ *(?:list|show|give|rank)(?: me| us)? (?:all |the |our )*([\\p{L} ]{3,40}?) by (?:the |their )?((?:average|mean|total|number of|sum of) [^,.?!]{3,80}?),? (?:from )?(?:the )?${from}(?: first| to (?:the )?${to})(?=[.?!]|$)`,
        'iu',
      ),
      (_, rows, figure) =>
        `What is the ${figure!.replace(/\btheir /giu, '').replace(/ (?:that )?they \p{L}{2,15}$/iu, '')} for each of the ${rows} in ${order} order`,
    ],
  ),
  // "Between 1 January and 30 June, inclusive of start and end dates"
  [/,? ?\(?\binclusive(?: of (?:the )?(?:start|first) and (?:end|last) (?:dates?|days?))?\)?(?=[,.?! ]|$)/giu, ''],
  ...figuresOfEach,
  [
    /,? (?:the )?(most|least) (?:common|frequent|numerous)(?: ones?)? first(?=[ .?!]{0,3}$)/giu,
    (_, end) => `, ${end!.toLowerCase() === 'most' ? 'highest' : 'lowest'} first`,
  ],
  [
    /\b(?:picked up|took home|walked away with|carried off|bagged|scooped)(?= (?:an?|the|any|at least|more|\d|prizes|awards|medals)\b)/giu,
    'won',
  ],
  [/\b(?:picks? up|takes? home)(?= (?:an?|the) (?:\p{L}{3,20} )?(?:award|prize|medal)\b)/giu, 'win'],
  // "What does a cat weigh on average?"
  [
    /^ *(?:how much|what) (?:does|do|did) (?:an? |the |our )?([^,?]{3,60}?) weigh,? on average(?=[ .?!]{0,3}$)/iu,
    'What is the average weight of $1',
  ],
  // "Who has been with us the longest?"
  [
    /\b(?:has|have) been (?:with us|here|(?:working|employed) (?:here|for us|with us|at our company)|with the \p{L}{3,20}) (?:the )?longest\b/giu,
    'is the earliest hired',
  ],
  [/\b(?:the )?very (?=(?:first|last|latest|earliest|oldest|newest|best|worst)\b)/giu, 'the '],
  [/\bon the clock\b/giu, ''],
  [
    /\b(?:sat|sit|sits|sitting) (?:for )?(?=(?:an?|any|the|their) (?:\p{L}{3,20} )?(?:exam|test|examination)s?\b)/giu,
    'took ',
  ],
  // "Which suppliers do we buy our chemicals from?"
  [
    /^ *(?:which|what) ([\p{L} ]{3,30}?s) do (?:we|you|they) (?:buy|get|source|order|purchase|obtain|have) (?:our |the |all (?:our |the )?)?([\p{L} ]{3,30}?s) from(?=[ .?!]{0,3}$)/iu,
    'What are the different $1 of $2',
  ],
  [/\bleft in stock\b/giu, 'in stock'],
  [/^ *how much (?:have|did) we (?:collect(?:ed)?|received?)\b/iu, 'How much was paid'],
  // "Between 1 and 31 March 2025"
  [
    new RegExp(
      `\\b(between|from) (?:the )?(\\d{1,2})(?:st|nd|rd|th)? (and|to|until) (?:the )?(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${months}) (\\d{4})\\b`,
      'giu',
    ),
    (_, from, first, to, last, month, year) => `${from} ${first} ${month} ${year} ${to} ${last} ${month} ${year}`,
  ],
  [/\band what (?:they|it|each|each of them) costs?\b/giu, 'and the cost'],
  [
    /,? and when (?:was|were) (?:he or she|she or he|he|she|they|it) (?:born|hired|built|opened)(?=[ .?!]{0,3}$)/giu,
    '',
  ],
  [
    /,? and (?:how many|how much|with how many) (?:kw|kwh|kg|km|hours|minutes|euros?|eur|tons?|tonnes?|litres?|metres?|meters?|pages|points)(?: (?:is|was|does it have|does it need) (?:that|it)?)?(?=[ .?!]{0,3}$)/giu,
    '',
  ],
  [/\b(?:needs?|draws?|requires?) the (most|least) (?=\p{L}{3,20}\b)/giu, 'has the $1 '],
  [/\bspen[dt]s? the (most|least) time\b/giu, (_, end) => `have the ${end} minutes`],
  // "I have a box here labelled F-12. Which collection is it from?"
  [
    /^ *(?:i|we) have (?:an? |the )?(\p{L}{3,20})(?: here)? (labelled|labeled|called|named|numbered|with (?:the )?(?:label|number|name|code)) ([^\s.?!]{2,40}|"[^"]{2,60}")[.;,]? (which|what) (\p{L}{3,20}) (?:is it|does it (?:come|belong)|is that) (?:from|in|to|of)(?=[ .?!]{0,3}$)/iu,
    '$4 $5 has the $1 $2 "$3"',
  ],
  [
    /^ *i (?:need|want|would like) to know what (.{3,80}?) (?:has|have) cost(?: us| them)?(?=[ .?!]{0,3}$)/iu,
    'What is the total cost of $1',
  ],
  [
    /^ *what did ((?:all )?(?:the )?[\p{L}\d ]{3,60}?) bring in(?: altogether| in total)?(?=[ .?!]{0,3}$)/iu,
    'What is the total revenue of $1',
  ],
  // "What did an average ticket cost?"
  [
    /^ *(?:what|how much) (?:does|do|did) (?:an?|the) average ([\p{L} ]{3,30}?) (cost|weigh|earn)(?=[ .?!]{0,3}$| (?:in|at|per|by|during)\b)/iu,
    (_, rows, verb) =>
      `What is the average ${({ cost: 'cost', weigh: 'weight', earn: 'salary' } as Record<string, string>)[verb!.toLowerCase()]} of ${rows}`,
  ],
  // "Tickets sold per venue"
  [
    /^ *((?!how\b|the\b|what\b|which\b|who\b|average\b|total\b|number\b|sum\b)(?:\p{L}{3,20} )?\p{L}{3,20}s (?:sold|made|held|issued|opened|closed|booked|placed|written|given|taken|done|completed|ordered|cancelled)) (?=(?:per|by|for each|in each) \p{L}{3,20}(?: and \p{L}{3,20})?[ .?!]{0,3}$)/iu,
    'number of $1 ',
  ],
  // "Whose stock has fallen below the minimum"
  [
    /\b(?:whose|where (?:the )?|with (?:a )?) ?(?:stocks?|inventory|quantity)(?: levels?)? (?:(?:is|are|has|have|was) )?(?:(?:fallen|dropped|sunk|gone|fell|now|currently) )?(?:below|under) (?:the|its|their) (?:allowed |required |set )?minimum(?: level| stock)?(?=[ ,.?!]|$)/giu,
    'that are below their minimum stock',
  ],
  [/\b(handed|given|paid) out\b/giu, (_, verb) => (verb!.toLowerCase() === 'handed' ? 'given' : verb!)],
  // "Everyone who is certified for rope work", "not accessible by wheelchair"
  [
    /\b(?:is|are) (not )?(?:certified|licensed|licenced) (?:for|in|to do) (\p{L}{3,20})(?: work)?\b/giu,
    (_, not, what) => `${not === undefined ? 'with a' : 'without a'} ${what} certificate`,
  ],
  [
    /\b(?:(?:is|are) )?(not )?accessible (?:by|for|to|with|in)(?: an?)? wheelchairs?(?: users?)?\b/giu,
    (_, not) => `${not === undefined ? 'with' : 'without'} wheelchair access`,
  ],
  // "From which countries have our jurors come?"
  [
    /^ *from (?:which|what) (?:different |distinct )?([\p{L} ]{3,30}?) (?:do|did|have|are|were) (?:our |the |all )*([\p{L} ]{3,40}?) (?:come|hail|originate|arrived?|travel(?:led)?)(?: so far| from)?(?=[ .?!]{0,3}$)/iu,
    'What are the different $1 of $2',
  ],
  // "What reasons for outages do we have?"
  [
    /^ *(?:what|which) ((?:\p{L}{3,20} )?\p{L}{3,20}s (?:for|of) \p{L}{3,20}s) (?:do we have|are there|have we (?:had|got|recorded))(?=[ .?!]{0,3}$)/iu,
    'What are the different $1',
  ],
  // "In March and April 2023"
  [new RegExp(`\\b(?<!between )(${months}) (and|or) (?=(?:${months}) (\\d{4})\\b)`, 'giu'), '$1 $3 $2 '],
  // "Races that took place in 2025" have no place.
  [/\b(?:(?:have|has|had) )?(?:took|taken|takes?|taking) place(?! (?:of|number)\b)/giu, 'happened'],
  // "The days from opening to closing. Ignore tickets that are not closed": what has no time between is left out anyway.
  [
    /(?<=\b(?:days|hours|minutes) (?:between|from)\b[^.?!]{3,160}[.?!]) *(?:please )?(?:ignore|exclude|leave out|skip) [\p{L} -]{2,40} (?:without|that (?:are|have|were|did) not|who (?:have|did|had) not|(?:that|who) have(?:n't| no)|not yet) [\p{L} -]{2,40}[.!]?(?=$| )/giu,
    '',
  ],
  // "Which drugs have the most reports, ordered from most to fewest?": all of them.
  [
    /^ *(?:which|what) ([\p{L} ]{3,40}?) (?:have|had|has) the (most|fewest) ([\p{L} ]{3,40}?),? (?:ordered|sorted|ranked|listed)?,? ?from (?:the )?(?:most|fewest|least) to (?:the )?(?:fewest|least|most)\b/iu,
    (_, rows, end, counted) =>
      `Show the number of ${counted} for each ${rows} in ${end!.toLowerCase() === 'most' ? 'descending' : 'ascending'} order`,
  ],
  // "The prescribers and the number of prescriptions each of them wrote"
  [/(?<=\bnumber of [\p{L} ]{3,40}?) (?:that )?each of them \p{L}{2,20}(?=[ ,.?!]|$)/giu, ' of each'],
  // "What share of the trades was cancelled?" where shares are traded
  [
    /^( *what )(?:share|fraction)(?= of (?:(?:the|our|all) )*\p{L}{3,20}s(?: \p{L}{3,20})? (?:is|are|was|were|has|have|had|got)\b)/iu,
    '$1proportion',
  ],
  [/,? as well(?=[ .?!]{0,3}$)|\beither (?=\d)/giu, ''],
  [/^ *rank (?=(?:all )?the )/iu, 'List '],
  // "The minimum and maximum number of products" are figures of one column.
  [/\b((?:minimum|min|average|mean)(?:,? and|,) (?:the )?)(max|min)imum (?=number of )/giu, '$1$2 '],
  [/\bfor (?:all )?(?:the )?different (?=\p{L})/giu, 'for each '],
  [/\bhow many total (?=\p{L})/giu, 'how many '],
  // "Who bought apples but not pears"
  [/(?<=\p{L}),? but not (?=(?:an? |the )?[\p{Lu}"'])/gu, ' and not '],
  // "A cat but no dog"
  [/(?<=\b(?:have|has|had|own|owns|with) an? [\p{L} ]{2,30}),? but (?:no|not an?) (?=\p{L})/giu, ' and have no '],
  [/\bhis or her\b|\bhis\/her\b/giu, 'their'],
  [/^ *how much (?:does|do|did) ([^,?]{3,60}?) weigh(?=[ .?!]{0,3}$)/iu, 'What is the weight of $1'],
  // "A greater weight than 10"
  [
    /\b(an?) (greater|higher|larger|bigger|lower|smaller|longer|shorter) ([\p{L} ]{3,30}?) than (?=\d)/giu,
    '$1 $3 of $2 than ',
  ],
  [
    /(?<=\b(?:by|in|to|of|at) )(?:only|just) (?:one|a single) (?=\p{L})|\b(?:only|just) a single (?=\p{L})/giu,
    'exactly 1 ',
  ],
  // "Its first, middle and last name"
  [
    /\bfirst(?: names?)?, middle(?: names?)?,? (?:and|&) (?:the )?last (names?)\b/giu,
    'first $1, middle $1 and last $1',
  ],
  // "The name of each teacher and what course they teach"
  [
    /(?<=\b(?:names?|ids?|titles?) of [^,.?!]{3,40}),? and (?:what|which) (\p{L}{3,20}?)s? (?:they|he|she|it|each(?: of them)?) (?=\p{L})/giu,
    ' and the $1s they ',
  ],
  // "What region does Angola belong to, and what is its population?"
  [
    /^ *(?:what|which) ([\p{L} ]{3,30}?) (?:does|is|are|do) ((?:\p{L}|[ '-]){2,40}?) (?:belong to|(?:located |situated )?in),? and (?:what|which) (?:is|are) (?:its|their) ([\p{L} ]{3,40}?)(?=[ .?!]{0,3}$)/iu,
    'What are the $1 and $3 of $2',
  ],
  [/,? and (?:sort|order)(?:ed)? (?=(?:in|by) )/giu, ' sorted '],
  [
    /\b(?:in )?(?:the )?revers(?:e|ed) (?:alphabetic|lexicographic)(?:al)? order\b/giu,
    'in descending alphabetical order',
  ],
  [
    /^ *for (?:each|every) ([\p{L} ]{2,40}), (when (?:is|was) the (?:last|latest|first|earliest) [\p{L} ]{2,40})(?=\?|$)/iu,
    '$2 of each $1',
  ],
  ...fromEndToEnd,
  [
    /^ *(?:i(?:'d| would) (?:like|love)(?: to)?|(?:i|we) (?:want|need)(?: to)?|i(?:'m| am) (?:interested in|looking for)|do you know|(?:could|can|may|might) (?:i|we))(?: (?:know|see|learn|find out|find|get|have))? (?:about )?(?=\p{L})/iu,
    '',
  ],
  [/^ *count (?:up )?(?:(?:the |all |of )*(?:total )?number of |the |all |of )?/i, 'How many '],
  [/^ *sort (?=(?:all |the |these )*\p{L})(?!by )/iu, 'List '],
  [/^ *(?:how|what) about /i, ''],
  // "Which are unpaid? I need the number.", "Just the id and the weight."
  [
    /(?<=[.?!;] {0,3})(?:(?:i|we) (?:only |just )?(?:need|want)|(?:i|we)(?:'d| would) like|just|only) (?=(?:the|their|its) \p{L})/giu,
    'Show ',
  ],
  // "The difference between the highest and the lowest rate", "the price difference between the most expensive and the cheapest room"
  [
    new RegExp(
      `\\b(\\p{L}{3,20}) (?:difference|gap) between (?:the )?${extreme} and (?:the )?${extreme} (?=\\p{L})`,
      'giu',
    ),
    (said, of) => (/^(?:the|an?|what|which|big|large)$/i.test(of!) ? said : `range of ${of} of `),
  ],
  [
    /\b(?:difference|gap|spread) between (?:the )?(?:highest|largest|biggest|greatest) and (?:the )?(?:lowest|smallest) (?=\p{L})/giu,
    'range of ',
  ],
  // "Who earn a higher day rate than the average technician", "works that last longer than the average work"
  [
    /\b(?:earn|have|has|get|charge|with|cost)s? an? (higher|lower|larger|smaller|greater) ([\p{L} ]{3,30}?) than (?:the |an? )?average(?: (\p{L}{3,20}))?(?=[ .?!]{0,3}$)/giu,
    (said, side, what, row, ...more) =>
      isAsked(row, more.at(-1)!)
        ? `have a ${what} ${/^(?:low|small)/i.test(side!) ? 'below' : 'above'} the average`
        : said!,
  ],
  [
    /\b(?:last|run|take)s? (longer|shorter) than (?:the |an? )?average(?: (\p{L}{3,20}))?(?=[ .?!]{0,3}$)/giu,
    (said, side, row, ...more) =>
      isAsked(row, more.at(-1)!)
        ? `have a duration ${side!.toLowerCase() === 'shorter' ? 'below' : 'above'} the average`
        : said!,
  ],
  [/\bsoonest first\b/giu, 'earliest first'],
  [/\bturned down\b/giu, 'rejected'],
  // "Loans still out, how many", "courses in May - count please": how many they are.
  [
    /^ *([^,?–-]{3,80}?)(?:,| -| –) (?:how many(?: (?:are there|were there|in all))?|count(?: them)?|number)(?:,? please)?(?=[ .?!]{0,3}$)/iu,
    'How many $1',
  ],
  [/\b(?:broken|split) (?:down|up|out) (?=by\b)/giu, ''],
  [/\b(?:latest|newest|most recent) [\p{L}-]{3,15} (?:on|at the) top(?=[ .?!]{0,3}$)/giu, 'newest first'],
  // "What share of the tickets is pending, in percent?", "… frozen? in %"
  [new RegExp(`\\b(?:share|proportion|fraction)\\b(?= [^.?!]{3,80}?${inPercent}[ .?!]{0,3}$)`, 'giu'), 'percentage'],
  [new RegExp(`${inPercent}(?=[ .?!]{0,3}$)`, 'giu'), ''],
  // "Which artist do we have the most works by?"
  [
    /^ *(which|what) ([\p{L} ]{3,30}?) (?:do|did) (?:we|you|they) (?:have|hold|own|get|see) the (most|fewest) ([\p{L} ]{3,30}?) (?:by|from|of|for|in|at)(?=[ .?!]{0,3}$)/iu,
    '$1 $2 has the $3 $4',
  ],
  [/\b(?:have|has) seen (?=(?:more|less|fewer|at least|at most|over|exactly)\b)/giu, 'have '],
  [/\bkick(?:s|ed|ing)? off(?=[ ,.?!])/giu, 'starting'],
  [
    /^ *(?:five|ten|three) most valuable ([\p{L} ]{3,30}?),? going by (?:the )?([\p{L} ]{3,30}?)(?: figures?| value)?(?=[ .?!]{0,3}$)/iu,
    (said, rows, by) => `Top ${/^ *five/i.test(said!) ? 5 : /^ *ten/i.test(said!) ? 10 : 3} ${rows} by ${by}`,
  ],
  // "The coldest temperature we store seed at"
  [
    /^( *what(?:'s| is| was) the \p{L}{3,12}est \p{L}{3,20}) (?:that |which )?(?:we|they|anybody|anyone) (?:ever |have |had |has )?\p{L}{3,12}(?: \p{L}{3,15} (?:at|in|on)| at| in| on)?(?=[ .?!]{0,3}$)/iu,
    '$1',
  ],
  [
    /(?<=^ *(?:how much|how many|what did|what have)\b[^?!]{3,80}?),? (?:altogether|all in all|in all|all told)(?=[ .?!]{0,3}$| (?:in|at|on|for|during|since|from) )/giu,
    '',
  ],
  [/\b(?:because of|due to|owing to|on account of) (?=\p{L})/giu, 'with '],
  [/\bsets? (?:off|out|sail) (?=from\b)/giu, 'depart '],
  // "Looking only at paid invoices, how much came in?"
  [
    /^ *(?:looking|counting|considering|taking) (?:only |just )?(?:at |into account )?(?:only |just )?(?:the )?([^,?]{3,40}?)(?: only)?, ((?:how many|how much|what|which) [^?]{5,120}?)(?=[ .?!]{0,3}$)/iu,
    '$2 of $1',
  ],
  [/\b(?:came|comes?|went) (?:in )?(?:through|via|by|from) each\b/giu, 'per'],
  // "Passengers on bookings, totalled per vessel"
  [/^ *([\p{L} -]{3,60}), (?:totalled|totaled|summed(?: up)?|added up) (?=(?:per|by|for each)\b)/iu, 'total $1 '],
  // "From how many different countries do our customers come?"
  [
    /^ *from how many (?:different |distinct )?([\p{L} ]{3,30}?) do (?:our |the |all )*([\p{L} ]{3,40}?) (?:come|hail|originate)(?=[ .?!]{0,3}$)/iu,
    'What is the number of different $1 of $2',
  ],
  [/\b(?:reached|came to) us\b/giu, ''],
  // "Handling fees of gardens, total in euros", "grams in storage, total for each chamber"
  [
    /^ *([\p{L} -]{3,60}), (?:the |in )?(total|sum|average)(?: in (?:euros?|eur|dollars))?(?=(?: (?:for|per|by) [^,?]{3,40})?[ .?!]{0,3}$)/iu,
    '$2 $1',
  ],
  // "What score does the queue get on average?"
  [
    /^ *what ([\p{L} ]{3,40}?) (?:does|do|did) ((?:\p{L}|[ '-]){3,60}?) (?:get|have|receive|achieve|reach|earn) on average(?=[ ,.?!]|$)/iu,
    'What is the average $1 of $2',
  ],
  [/\bnautical miles?\b/giu, 'nmi'],
  [/\b(part|full)[ -]timers?\b/giu, '$1-time'],
  [/\b(?:sitting|parked|stationed) (?=(?:in|at|on)\b)/giu, ''],
  [/\b(?:over|during|across|in) the (?:whole|course) of (?=\d{4}\b)/giu, 'in '],
  [
    /,? \b(?:with )?(?:the )?(highest|lowest|largest|smallest|newest|oldest) (?:on|at the) top(?=[ .?!]{0,3}$)/giu,
    ', $1 first',
  ],
  [/\b(?:went|goes|go|gone) (?:in)?to (?=\p{Ll})/gu, 'were for '],
  // "From how many different families do we hold accessions?"
  [
    /^ *(?:from|of|in|at|to) how many (different|distinct) ([\p{L} ]{3,40}?) (?:do|did|have) (?:we|you|they) (?:have|hold|get|got|keep|own|sell)? ?(?=\p{L})/iu,
    'What is the number of $1 $2 of ',
  ],
  // "Which films are out on loan?"
  [
    /\b(?:are|is) (?:still |currently )?(?:out )?on loan(?: (?:currently|still|today))?(?=[ .?!]{0,3}$)/giu,
    'have loans that are not returned',
  ],
  // "What do services cost per make?"
  [
    /^ *what (?:does|do) (?:the |our )?([\p{L} ]{3,40}?) cost (?=(?:per|by|for each|each|every|in total)\b)/iu,
    'What is the total cost of $1 ',
  ],
  // "Which permit brought in the most money?"
  [
    /\b(?:has |have )?(?:brings? in|brought in|earn(?:s|ed)?|generate(?:s|d)?|made|makes?) (?:us )?the (most|least) (?:money|revenue|income)\b/giu,
    (_, end) => `has the ${end!.toLowerCase() === 'most' ? 'highest' : 'lowest'} revenue`,
  ],
  // "Which leak took the longest to fix?"
  [
    /\b(?:took|takes?|has taken|have taken) (?:the )?(longest|shortest)(?: time)? to (?:be )?\p{L}{2,20}(?=[ .?!]{0,3}$)/giu,
    'is the $1',
  ],
  // "The oldest telescope, going by its first light": what it is ranked by.
  [
    /\b(oldest|earliest|newest|latest|youngest|largest|biggest|smallest|highest|lowest) ([\p{L} ]{3,40}?)(?: (?:that )?(?:we|they) have)?,? (?:(?:going|judging|judged|measured|ranked) by|in terms of) (?:its|their|his|her|the) (?=\p{L})/giu,
    (_, end, rows) => `${rows} with the ${ends[end!.toLowerCase()] ?? end} `,
  ],
  // "Of the missions in fog, what share …": what share of them.
  [
    /^ *(?:out )?of (?:all )?(the [^,?]{3,60}), (what|which) (share|percentage|proportion|fraction)(?: of them)? /iu,
    '$2 $3 of $1 ',
  ],
  // What is so at the moment is so currently, wherever it is said.
  [/\b(?:right now|at the moment|at present|presently|as of now|these days|nowadays|at this time)\b/gi, 'currently'],
  // Who works here has not left.
  [
    /(?<!no longer |not |n't )\b(?:do |does )?(?:currently )?(?:works?|working) (?:here|for us|with us)\b(?: currently)?/gi,
    'currently ',
  ],
  // "Which employees work in Engineering?"
  [/(?<=(?:\p{L}s|\bpeople|\bstaff|\beveryone) (?:currently )?)work (?=(?:in|at|for) )/giu, ''],
  // "Animals with no known birth year"
  [/\b(no|without an?) (?:known|recorded|registered|given|stated) (?=\p{L})/giu, '$1 '],
  // "Compare the invoice totals of 2023 and 2024"
  [
    /^ *compare (?:the )?([^,?]{3,60}?) (?:of|in|for|between|from) ((?:19|20)\d\d) (?:and|with|to|vs\.?|versus) (?:in )?((?:19|20)\d\d)(?=[ .?!]{0,3}$)/iu,
    '$1 per year in $2 and $3',
  ],
  // "Dentists hired after 2015 with their number of appointments"
  [
    /^ *(?:list |show (?:me )?|give (?:me )?)?(?:all |the )*(?!(?:which|what|how|who|is|are|do|does|did|has|have) )(\p{L}[\p{L}\d -]{2,60}?) with (?:the|their) (?:total )?number of ([\p{L} ]{3,40}?)(?=[ .?!]{0,3}$)/iu,
    'number of $2 for each $1',
  ],
  // "From March 2023 onwards"
  [/\bfrom ((?:\p{L}{3,9} )?(?:19|20)\d\d) (?:onwards?|forwards?)\b/giu, 'since $1'],
  // "Centers that took part in the campaign"
  [/\b(?:took|takes?|taking|taken) part in\b/giu, 'participated in'],
  // "Invoice count by status"
  [/^ *(\p{L}{3,20}?)(?:s|es)? counts? (?=(?:and|by|per|for each|for every)\b)/iu, 'number of $1s '],
  // "Excluding those who have been cancelled": who have not.
  [
    /,? (?:leaving out|excluding|not counting|except(?: for)?|other than|apart from) (?:any(?:one|body)?|all|the ones|those|people|\p{L}{2,20}s) (?:who|that|which) (have|has|had|are|is|were|was) (?!not\b|no\b)/giu,
    ' who $1 not ',
  ],
  [
    /,? (?:leaving out|excluding|not counting|except(?: for)?) (?:any(?:one|body)?|all|the ones|those|people|\p{L}{2,20}s) (?:who|that|which) (?:have|has|get|gets|receive|receives) no (?=\p{L})/giu,
    ' with a ',
  ],
  [/\bended up (?:being )?(?=['"“]?\p{L}{2,20}ed\b)/giu, 'were '],
  // "Who hasn't left us a phone number?" has none.
  [
    /\b(?:has|have|had)(?:n't| not) (?:left|given|provided|told|shared|entered|supplied|recorded)(?: us| me)? (?:an?|any|their|the) /giu,
    'have no ',
  ],
  // "Give the number, too": it is shown where rows are chosen by it.
  [
    /(?<=[.?!;]) *(?:please )?(?:also )?(?:give|show|include|list|add|state|tell)(?: me| us)? (?:the|their|its) (?:numbers?|counts?|totals?)(?:,? (?:too|as well|also))? *[.!]?$/iu,
    '',
  ],
  // "Properties that have never been let, i.e. have no tenancy"
  [
    /\b(have|has|had) never been \p{L}{2,20},? \(?(?:i\.e\.?|that is|meaning),? (?:they )?(?:have|has|had) no\b/giu,
    '$1 no',
  ],
  [/\bunder (an?|the|their|its) (?=\p{L}{3})(?!average|mean|usual|minimum|maximum)/giu, 'with $1 '],
  [/\bended (?:up )?as (?:an? )?(?=\p{L})/giu, 'were '],
  [
    /^ *what (?:do|did) (?:all )?(?:(?:of )?the |our )?([\p{L}\d ]{3,60}?) (?:add up|come|amount|sum up|total up) to\b/iu,
    'What is the total of $1',
  ],
  [
    /^ *what does (?:all )?(?:(?:of )?the |our )?([\p{L}\d ]{3,60}?) (?:add up|come|amount|sum up|total up) to\b/iu,
    'What is the total $1',
  ],
  [/^ *what (?:have|has|did) ([\p{L} ]{3,40}?) cost(?: us| them)?\b/iu, 'How much did $1 cost'],
  [/^ *(?:please )?(?:add|sum|total) up (?:all (?:of )?)?(?:the |our )?(?=\p{L})/iu, 'What is the total of '],
  [/\blongest[- ]serving\b/giu, 'earliest hired'],
  [
    /^ *how much (?:money )?(?:did|do|does|have|has) ([\p{L} ]{3,40}?) (?:bring in|brought in)\b/iu,
    'What is the total revenue of $1',
  ],
  [
    /,? \bstarting (?:from|with) (?=(?:the )?(?:highest|lowest|largest|smallest|newest|oldest|latest|earliest|most|least)\b)/giu,
    ' from ',
  ],
  [/\b(?:sail|sails|fly|flies|run|runs|are|is) (?:under|with) (?:the )?flag of\b/giu, 'with the flag'],
  [
    /\b(highest|lowest|average|mean|maximum|minimum) (\p{L}{3,20}) (?:readings?|measurements?)\b(?! (?:of|per|for)\b)/giu,
    '$1 $2',
  ],
  [/\b(?:are|is|were|was) (?:bound|destined|headed|heading) (?:for|to)\b/giu, 'go to'],
  [/\b(?:ended|finished|came out) with (?:the |a )?result\b/giu, 'had the result'],
  [
    /^ *how much (?:did|do|does) (?:all )?(?:the |our )?([\p{L}\d ]{3,60}?) (?:add|sum|come) up to\b/iu,
    'What is the total $1',
  ],
  [
    /^ *how much (?:did|do|does) (?:all )?(?:the |our )?([\p{L}\d ]{3,60}?) (?:amount|come) to\b/iu,
    'What is the total $1',
  ],
  [
    /[.,;]? {0,3}(?:please )?(?:sort|order|rank|list)(?:ed)? (?:them |it |these )?from (?:the )?(?:biggest|largest|highest|most|best|top) to (?:the )?(?:smallest|lowest|least|fewest|worst|bottom)(?: \p{L}{3,20})?(?= *[.!?]?$)/iu,
    ', highest first',
  ],
  // "Issues that nobody is assigned to" are not assigned.
  [
    /\b(?:that |which |who |whom |to whom |to which )?(?:nobody|no[ -]?one) (?:is|was|has been|had been|were) (\p{L}{2,20}ed)(?: to(?: it| them)?)?\b/giu,
    'that are not $1',
  ],
  // Over all rows is what is added up anyway.
  [/(?<=\b(?:total|sum|amount)\b[^,.?!]{0,40}) (?:over|across) all (?=(?:of )?(?:their|its|the|our) \p{L})/giu, ' of '],
  [/(?<=\p{L} )ever (?=\p{L}{2,20}(?:ed|ld|wn|ght|nt|id)\b)/giu, ''],
  // "The average fare for each type. Order the results by the average fare from highest to lowest"
  ...fromEnds.map(
    ({ from, to, order }): Rewriting => [
      new RegExp(
        String.raw`(?<=\b(average|mean|total|number|count)\b[^\n]{1,160})[.,;?]? {0,3}(?:please )?(?:sort|order|rank)(?:ed)? (?:the results? |them |it )?by (?:the |their |its )?\1(?: of)?(?: [\p{L}-]{2,20}){0,3}(?: from (?:the )?${from} to (?:the )?${to}| in ${order} order| ${order})(?=[ .?!]{0,3}$)`,
        'giu',
      ),
      order === 'descending' ? ', highest first' : ', lowest first',
    ],
  ),
  // "… for each airport? Ignore cancelled departures."
  [
    /(?<=[\p{L}\d)])[.?!] {0,2}(?:please )?(?:ignore|disregard|leave out|exclude) (?:all |the |any )*([\p{L}-]{3,20}(?: [\p{L}-]{3,20})?)(?=[ .!]{0,3}$)/giu,
    ', excluding $1',
  ],
  // "From the most expensive to the cheapest"
  [
    /\bfrom (?:the )?(?:most expensive|dearest|priciest) to (?:the )?(?:cheapest|least expensive)\b/giu,
    'from highest to lowest',
  ],
  [
    /\bfrom (?:the )?(?:cheapest|least expensive) to (?:the )?(?:most expensive|dearest|priciest)\b/giu,
    'from lowest to highest',
  ],
  // "The average rate of each kind. Return the kind and the average": it is shown.
  [
    /(?<=\b(average|mean|total)\b[^\n]{1,160}[.?!;] *(?:please )?(?:also )?(?:list|give|show|return)(?: me| us)? [^.?!]{2,60}?),? and (?:the |their |its )?\1(?: value)?(?=[ .?!]{0,3}$)/giu,
    '',
  ],
  // "How many tasks has each project? List the project and the count": it is shown where it is asked for.
  [
    /(?<=\b(?:how many|number of) [^\n]{1,120}[.?!;] *(?:please )?(?:also )?(?:only )?(?:list|give|show|return|tell)(?: me| us)? [^.?!]{2,60}?),? and (?:the |their |its )?(?:corresponding )?(?:task |total )?(?:numbers?|counts?|totals?)(?: of (?:\p{L}{2,20} ){0,3}\p{L}{3,20})?(?=[ .?!]{0,3}$| (?:in|sorted|ordered) )/iu,
    '',
  ],
  [
    /(?<=\b(?:how many|number of) [^\n]{1,120}[.?!;] *(?:please )?(?:also )?(?:only )?(?:list|give|show|return|tell)(?: me| us)? )(?:the |their |its |both the )?(?:numbers?|counts?|totals?) and (?=\p{L})/iu,
    '',
  ],
  [
    /\b(?:sorted|ordered|ranked)(?: (in (?:ascending|descending) order))? by (?:this|that|these|the|their)? ?(?:counts?|numbers?|totals?)(?=[ .?!]{0,3}$)/giu,
    (_, order) => `sorted ${order ?? 'in ascending order'}`,
  ],
  // "How long does a session last on average, by topic?"
  [
    /\bhow long (do|does|did) ([^,?]{2,60}?) (?:last|take|run|go on)(?=[ ,.?!]|$)/giu,
    (_, verb, what) => `how long ${verb === 'did' ? 'were' : verb === 'do' ? 'are' : 'is'} ${what}`,
  ],
  // "The most frequently sold models" are counted.
  [
    /\b(most|least) (?:frequently|often|commonly|regularly) (\p{L}{2,20}(?:ed|ld|wn|ght|en|id|nt)) (?!(?:in|on|by|for|at|to|with|from|of|as) )((?:(?:\p{L}|-){2,20} ){0,1}\p{L}{2,20})(?=[ .?!]{0,3}$)/giu,
    '$3 $2 $1 often',
  ],
  // "The price that a car was sold for"
  [
    /\b(?:sales? |selling )?(price|amount)s? (?:that |which |at which |for which )?(?:a|an|any|the) \p{L}{2,20} (?:was|were|has been|is) (?:ever )?sold(?: for| at)?\b/giu,
    'sale $1',
  ],
  [/\b(?:have|did|do) (?:we|you) (?:had|got|have)(?= (?:in|at|for|per|on|with|by|from|of) )/giu, 'are there'],
  // "Who no longer work here" left.
  [
    /\b(?:(?:are|is|do|does|did|have|has) )?(?:no longer|not .{0,12}any ?more) (?:work(?:s|ing|ed)?|employed|be(?:en)? employed|with (?:us|the (?:company|firm)))(?: here| for us| (?:at|for|with) (?:us|the (?:company|firm)))?(?=[ ,.?!]|$)/giu,
    'left',
  ],
  // "From most used to least used"
  ...(
    [
      [mosts, leasts, 'descending'],
      [leasts, mosts, 'ascending'],
    ] as const
  ).map(
    ([from, to, order]): Rewriting => [
      new RegExp(
        `,? ?\\b(?:(?:please )?(?:sort|order|rank)(?:ed)?(?: (?:them|it|these))? )?from (?:the )?${from}(?: \\p{L}{2,20}){1,2} to (?:the )?${to}(?: \\p{L}{2,20}){0,2}(?=[ .?!]{0,3}$)`,
        'giu',
      ),
      ` in ${order} order`,
    ],
  ),
  // What is in time's order has its oldest first.
  [
    /,? ?\b(?:ordered |sorted |listed )?(?:in |by )?chronological(?:ly| order)(?: ordered| sorted)?(?=[ ,.?!]|$)/giu,
    ' oldest first',
  ],
  // "Doctors with more than 20 patients and how many they have": what they are chosen by is shown.
  [
    /(?<=\b(?:than|least|most|exactly|over|under) \d{1,7} [^,?]{1,40}),? and (?:also )?how many (?:(?:of (?:them|these|those) )?(?:they|each(?: of them)?|each one) (?:have|has|had|made|got)|there are)(?=[ .?!]{0,3}$)/giu,
    '',
  ],
  // "Users with an email" have one.
  [
    /(?<=\p{L} )(?:with|having) (an?) (?=[\p{L}_ ]{2,24}[.?! ]{0,3}$)(?![\p{L}_ ]*\b(?:of|than|like|for|in)\b)/giu,
    'who have $1 ',
  ],
  // "What is the number of the different ranks?", "Find the total count of"
  [
    /\b(?:total )?(?:number|count)s? of (?:the |all )?(?:different|distinct|unique) (?:kinds?|sorts?) of\b/gi,
    'number of different',
  ],
  [/\bnumber of times (?:that )?/gi, 'number of times '],
  [new RegExp(`\\b${extreme}(?=${beside}${extreme}(?:,|,? and) ?(?:the )?${mean}\\b)`, 'gi'), extremeOf],
  [new RegExp(`\\b${extreme}(?=${beside}(?:${mean}|${bound})\\b)`, 'gi'), extremeOf],
  [new RegExp(`(?<=\\b(?:${mean}|${bound})${beside})${extreme}\\b`, 'gi'), extremeOf],
  // "Below the average of all journals"
  [
    /\b(above|below|over|under|than|exceeds?|exceeding) the (?:overall )?(average|mean)(?: value| price| level)? (?:of|for|across|among) all (?:(?:the|of) )*\p{L}{2,20}(?=[ .?]{0,3}$)/giu,
    '$1 $2',
  ],
  [
    /(?<=\p{L}),? (?:but|yet) (?=(?:(?:have|has|had|did|do|does|were|was|are|is) not|(?:have |has |had )?never|(?:have |has |had )no)\b|(?:hasn|haven|didn|don|doesn)'t)/giu,
    ' and ',
  ],
  [/\b(average|mean|median|longest|shortest) (?:length of )?time in (days|hours|minutes|weeks) /gi, '$1 number of $2 '],
  // "Flights that depart from Rome" are those from Rome.
  [
    /\b(?:that |which |who )?(?:depart|leav|start|originat|fly|go|run|sail|begin)(?:e|s|es|ing|ed)? (?=from (?:the )?[\p{Lu}"'])/gu,
    '',
  ],
  [
    /\b(?:that |which |who )?(?:(?:arriv|land|end|fly|go|run|sail|lead|head)(?:e|s|es|ing|ed)? (?:at|in|to|into)|(?:leav|depart|head)(?:e|s|es|ing|ed)? for) (?=(?:the )?[\p{Lu}"'])/gu,
    'to ',
  ],
  // "Materials below their minimum stock"
  [
    /\b(?:are|is|(?:(?:have|has) )?(?:fell|falls|fall|fallen|dropped|gone)|went) (below|under|above|over) (?:their|its|the) (minimum|maximum|min|max|reorder|safety|target|planned) (\p{L}{3,20})\b/giu,
    'with $3 $1 their $2 $3',
  ],
  // "More than 30 an hour" of what something costs; what somebody earns is so much of one or of another.
  [
    /(?<=\b(?:than|least|most|over|above|under|below) [$€£]?\d[\d,]{0,9}(?:\.\d{1,2})?) an? (?:hour|day|week|month|year)\b/gi,
    (said, at, question) => (/\bearn(?:s|ed|ing)? [^.?!]{0,30}$/i.test(question!.slice(0, Number(at))) ? said! : ''),
  ],
  [/\b(?:the )?(?:last|final) quarter of (?=\d{4}\b)/gi, 'the fourth quarter of '],
  // What is scheduled to depart has a scheduled departure.
  [/\b(scheduled|planned|expected|supposed) to (?=\p{L}{3})(?!be )/giu, '$1 '],
  [
    /\b(?:entered|entering|went into|put into|came into|taken into) (?=(?:service|operation|production|use|force)\b)/gi,
    '',
  ],
  // "The first and last names"
  [/\b(first|given)(?: names?)?(,? (?:and|&) |, )(?:the )?(last|family|sur)[ -]?(names?)\b/gi, '$1 $4 and $3 $4'],
  // "The room with the maximum occupancy" has the highest.
  [
    /\bwith the (max|min)(?:imum)? (?=(?!number )\p{L})/giu,
    (_, bound) => `with the ${bound!.toLowerCase() === 'max' ? 'highest' : 'lowest'} `,
  ],
  // "The student ids of students" are their ids.
  [
    /\b(\p{L}{3,20}?)s? ((?:first |last )?(?:ids?|names?|codes?|titles?|types?)) (of|for) ((?:all |the |those |these |different |distinct )*)(?=\1(?:s|es)?\b)/giu,
    '$2 $3 $4',
  ],
  [
    /\b(at (?:most|least)|more than|less than|fewer than|exactly|only) (once|twice)\b/gi,
    (_, bound, times) =>
      `${bound!.toLowerCase() === 'only' ? 'exactly' : bound} ${times!.toLowerCase() === 'once' ? 1 : 2} times`,
  ],
  // "Courses with just one enrolment"
  [
    /(?<=\b(?:have|has|had|having|with|made|got|received|placed) )(?:just|only) (?=(?:one|two|three|four|five|six|seven|eight|nine|ten|\d{1,4}) (?!of\b)\p{L})/giu,
    'exactly ',
  ],
  [/\b(above|over|under|below|exactly|at least|at most) age (?=\d)/gi, 'age $1 '],
  [/\b(?:in |from |since |until )?(?:the )?(?:year )?(\d{4}) or (?:after|later)\b/gi, 'since $1'],
  [/\b(?:in |until )?(?:the )?(?:year )?(\d{4}) or (?:before|earlier)\b/gi, 'until $1'],
  [
    /\bfor (which|what) ([\p{L} ]{2,30}?) (?:are|were|is|was) there (?=more|less|fewer|at least|at most|exactly|over)/giu,
    '$1 $2 have ',
  ],
  // "Who were 75 or older"
  [
    /\b(?:who|that) (?:is|are|was|were) (\d{1,3}) or (older|younger)\b/giu,
    (_, age, side) => `with age ${age} or ${side!.toLowerCase() === 'older' ? 'more' : 'less'}`,
  ],
  // "An average rating above 4.2 stars"
  [
    /(?<=\b(?:average|mean) \p{L}{3,20} (?:of )?(?:above|below|over|under|at least|at most|more than|less than|of) \d{1,3}(?:\.\d{1,2})?) (?:stars?|points?)\b/giu,
    '',
  ],
  // "Aged at most 25", "who are 25 years old"
  [
    /\b((?:(?:at (?:most|least)|over|under|more than|less than|exactly|older than|younger than) )?\d{1,3}) years? (?:old|of age)\b/gi,
    'age $1',
  ],
  [
    /\baged? (?:of )?(?:either )?(?=(?:at (?:most|least)|over|under|above|below|between|more than|less than|exactly|older than|younger than|\d)\b)/gi,
    'age ',
  ],
  [/\bage (older|younger) than\b/gi, (_, word) => `age ${word!.toLowerCase() === 'older' ? 'more' : 'less'} than`],
  // "25 or younger": on that side of it.
  [/(\d) or (?:older|more|higher|greater|above|over|larger)\b(?! than| \d)/gi, '$1 or more'],
  [/(\d) or (?:younger|less|lower|fewer|below|under|smaller)\b(?! than| \d)/gi, '$1 or less'],
  [
    /\b(?:strictly|that is|which is|who is|that are|which are|who are) (?=(?:more|less|higher|lower|greater|smaller|larger|older|younger|longer|shorter|bigger|above|below|over|under|at least|at most) )/gi,
    '',
  ],
  [
    /\bin (?:the )?(?:alphabetic|alphabetical|lexicographic|lexicographical|lexical)(?:ally)? order(?: of (?:the |their )?)?/gi,
    'in alphabetical order ',
  ],
  [/\b(?:sorted|ordered|ranked|listed|arranged),? (?=in alphabetical order(?! (?:of|by)\b))/gi, ''],
  [
    /\b(ascending|descending|increasing|decreasing) (?:alphabetic|alphabetical|lexicographic|lexicographical)(?:ally)? order\b/gi,
    '$1 alphabetical order',
  ],
  [/\balphabetic\b/gi, 'alphabetical'],
  // What is called by its name is in order by it.
  [/(?<=\bnames? [^.?!]{1,80}?\balphabetical order),? (?:of|by) (?:the |their |its )?names?\b/giu, ''],
  // "The largest fleet first"
  [
    /,? ?\b(?:with )?(?:the )?(largest|highest|biggest|most|greatest|longest|most expensive|best[ -]?selling|top[ -]?selling|best|busiest)(?: (?!first\b)[\p{L}-]{2,20}){1,2} first(?=[ .?!]{0,3}$)/iu,
    ' in descending order',
  ],
  [
    /,? ?\b(?:with )?(?:the )?(lowest|smallest|fewest|least|shortest|cheapest|worst)(?: (?!first\b)[\p{L}-]{2,20}){1,2} first(?=[ .?!]{0,3}$)/iu,
    ' in ascending order',
  ],
  [
    /\b(oldest|earliest|newest|latest|most recent) (?!first\b)(?:[\p{L}-]{2,20} ){1,2}first(?=[ .?!]{0,3}$)/giu,
    '$1 first',
  ],
  // "Ordered by descending price", "in descending order by price"
  [
    /\b(?:and )?(?:sort|order|rank|list|arrange) (?:them|it|these|those|the results?|the rows?|results|the list|the output) (?=(?:in|by|from|according)\b)/gi,
    'sorted ',
  ],
  [/\b(?:sorted|ordered|ranked|listed|arranged) (?:according to|on)\b/gi, 'sorted by'],
  [
    /\b(?:sorted|ordered|ranked|listed|arranged)(?: by)?,? in (?:the )?(?:an? )?(ascending|descending|increasing|decreasing|alphabetical) order (?:of|by|according to|on|based on) (?:the |their |its )?/gi,
    'sorted in $1 order by ',
  ],
  [
    /\bin (?:the )?(?:an? )?(ascending|descending|increasing|decreasing) order (?:of|according to|on|based on) (?:the |their |its )?/gi,
    'sorted in $1 order by ',
  ],
  [
    /\b(?:listed|arranged) in\b(?= (?:the )?(?:ascending|descending|increasing|decreasing|alphabetical))/gi,
    'sorted in',
  ],
  // "The catalog whose price is the highest" needs nothing; "by walk" neither.
  [
    /\b(?:in the (?:database|dataset|data set|table|db)|in our (?:database|system)|in this (?:database|table))\b/gi,
    ' ',
  ],
  [/\b(?:respectively|if any|in each of them)\b/gi, ' '],
  // "Rentals that should have been back before 1 October"
  [/\bshould have (?:been|come) (?:back|returned|finished|completed|delivered|paid)\b/gi, 'due'],
  // "Members whose phone number we don't have"
  [/\bwhose ([\p{L} ]{3,30}?) (?:we|they) (?:don['’]t|do not) (?:have|know)\b/giu, 'without $1'],
  // "Which members have no phone at all", "each of them only once, please"
  [/\bat all\b|,? ?\b(?:each|every one) of them (?:only |just )?once\b/gi, ' '],
  // "On average, breed by breed"
  [/,? ?\b(\p{L}{3,20}) by \1\b/giu, ' per $1'],
  // "The major shared by the most students"
  [/\bshared (?=by (?:at least|more than|two|three|several|\d|(?:the )?(?:most|fewest|largest|greatest)))/gi, ''],
  [/\b(staff|faculty|team|crew|family|club) members?\b/gi, '$1'],
  [/\bmembers of (?:the )?(staff|crew|team|faculty)\b/gi, '$1'],
  [/\b(above|below|over|under|than|to|exactly|is|equals) zero\b/gi, '$1 0'],
  // "A price of at least 3", "a price that is over 3"
  [
    /\b(?:with|have|has|had|having) (an?|the) ([\p{L} ]{2,30}?) (?:of|that is|which is) (?=(?:more|less|higher|lower|greater|at|over|under|above|below|between|exactly|\d))/giu,
    'with $2 ',
  ],
  [
    /\b(?:does not|do not|did not|doesn't|don't|didn't|is not|isn't|are not|aren't) (?:equal(?: to)?|have the value)\b/gi,
    'is not',
  ],
]
