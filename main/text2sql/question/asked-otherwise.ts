/** What a question asks for, where that is said more plainly in other words. */
export interface Asked {
  readonly question: string
  /** `any`: whether there is a row is told by how many there are. `two`: which of two is more by the number of each. */
  readonly kind: 'any' | 'two'
}

const places = '(?:in|on|at|from|for|with|of|by|to|under|during)'
const name = '([^,?]{1,60}?)'
const more = '(?:more|fewer|less)'
const noun = '((?:(?!than |or |in |on |at )[^,?]){1,60}?)'
const end = '[ ?.]{0,3}$'
const pattern = (source: string): RegExp => new RegExp(`^ *${source}${end}`, 'iu')

/** Which of two there is more of: each of them is counted. */
const ofTwo: readonly (readonly [RegExp, string])[] = [
  // "Are there more pubs in Leeds or in York?"
  [
    pattern(
      `(?:are|were|is|was) there ${more} ${noun} (${places}) (?:the )?${name},? (?:or|than) (?:${places} )?(?:the )?${name}`,
    ),
    'Compare the number of $1 $2 $3 and $4',
  ],
  // "Do we have more carpenters or more plumbers?"
  [
    pattern(
      `(?:do|did) (?:we|you|they) (?:have|sell|employ|own|get) ${more} ${noun},? (?:or|than) (?:${more} )?${name}`,
    ),
    'Compare the number of $1 and $2',
  ],
  // "Did we sell more cars in Texas or in Ohio?"
  [
    pattern(
      `(?:do|did|have) (?:we|you|they) (\\p{L}+) ${more} ${noun} (${places}) (?:the )?${name},? (?:or|than) (?:${places} )?(?:the )?${name}`,
    ),
    'Compare the number of $2 $1 $3 $4 and $5',
  ],
  [
    pattern(`(?:are|were|is|was) there ${more} ${noun},? (?:or|than) (?:${more} )?${name}`),
    'Compare the number of $1 and $2',
  ],
  // "Which town has more pubs, Leeds or York?"
  [
    pattern(`(?:which|what|who) (?:\\p{L}+ )?(?:has|have|had|got|received) ${more} ${noun}[,:] ${name},? or ${name}`),
    'Compare the number of $1 of $2 and $3',
  ],
  // "Which has the higher average price, ale or stout?"
  [
    pattern(
      `(?:which|what|who) (?:\\p{L}+ )?(?:has|have|had) (?:an?|the) (?:higher|lower|larger|smaller|greater|bigger|longer|shorter) ${noun}[,:] ${name},? or ${name}`,
    ),
    'Compare the $1 of $2 and $3',
  ],
  // "How many dogs and how many cats are there?"
  [
    pattern(
      `how many ([^,?]{1,40}?),? and how many ([^,?]{1,40}?)(?: are there| (?:do|did) we (?:have|treat|own|keep|employ|see|look after)| were there)?`,
    ),
    'Compare the number of $1 and $2',
  ],
  [/^(?:是)?([^，,？?]{1,20}?)多还是([^，,？?]{1,20}?)多[？?]?$/u, '$1和$2各有多少'],
]

/** Whether there is a row: rows are counted. */
const ofAny: readonly (readonly [RegExp, string])[] = [
  // "Are there patients without a visit? Count them."
  [
    pattern(
      '(?:is|are|was|were) there (?:any |some )?([^,?]{1,80})\\?,? *(?:please )?(?:count them|(?:if so,? )?how many(?: (?:are|were) (?:there|they))?)',
    ),
    'How many $1 are there',
  ],
  [
    pattern(`(?:is|are|was|were) there (?:any |an? |some |at least one )?(?!more |fewer |enough )${name}`),
    'How many $1 are there',
  ],
  [
    pattern(`(?:do|did|does) (?:we|you|they) (?:have|own|employ|offer|sell) (?:any |an? |some )?(?!more )${name}`),
    'How many $1',
  ],
  [pattern(`(?:has|have|had|did|does|do) (?:any|some) (?:of the )?${name}`), 'How many $1'],
  // "Have we ever sold a van?"
  [
    pattern(
      `(?:have|had|did|do) (?:we|you|they) (?:ever )?(\\p{L}+) (?:any|an?|at least one) ${name}( (?:in|on|at|to|from|since|before|after|for|with|during) [^,?]{1,60}?)?`,
    ),
    'How many $2 were $1$3',
  ],
  // "Did Ada buy any tickets in 2023?"
  [pattern(`(did|does|do|has|have|had) ((?:(?!any )[^,?]){1,50}?) (\\p{L}+) any ${name}`), 'How many $4 $1 $2 $3'],
  // "Does anybody work in Munich?"
  [
    pattern('(?:do|does|did|has|have|had|is|was) (?:anyone|anybody|someone|somebody) ([^,?]{2,80}?)'),
    'How many people $1',
  ],
  // "Does Anna Berg have a dog called Rex?"
  [
    pattern(
      `(?:do|does|did) (?!we |you |they |it |this |that |all |every |each )(?:the )?([^,?]{1,50}?) (?:have|own|offer|sell|contain|include|employ|stock|play) (?:any |an? |some )?(?!more |fewer |enough )${name}`,
    ),
    'How many $2 of $1',
  ],
  // "Does Lufthansa fly to Paris?"
  [
    pattern(
      `(?:do|does|did) (?!we |you |they |it |this |that |all |every |each )(?:the )?([^,?]{1,50}?) (\\p{L}+) ${places} (?:the )?${name}`,
    ),
    'How many $2 $1 $3 $4',
  ],
  // "Is the merchant Northgate active?"
  [
    pattern(`(?:is|was|are|were) (?!it |this |that |he |she |they |we |all |every |each |there )(?:the )?${name}`),
    'How many $1',
  ],
  [/^(?:请问)?(?:有没有|是否有|是否存在|有无|存在)(?:任何)?(.{2,60}?)吗?[？?]?$/u, '有多少$1'],
  [/^(?:请问)?有(?:任何)?(.{2,60}?)吗[？?]?$/u, '有多少$1'],
]

/** A question of yes or no, or for the greater of two, as one for numbers; null for any other. */
export function askedOtherwise(question: string): Asked | null {
  // What holds for all, or is most, is not told by how many there are.
  const isOfAll = /\b(?:all|every|each|most|least|\p{L}+est|enough|same)\b|所有|全部|都|最/iu.test(question)
  for (const [kind, patterns] of [
    ['two', ofTwo],
    ['any', ofAny],
  ] as const) {
    for (const [asked, plainly] of patterns) {
      if (asked.test(question) && !isOfAll) return { question: question.replace(asked, plainly), kind }
    }
  }
  return null
}

/** "Are there customers without orders? Which?" asks for them. */
const listed = pattern(
  '(?:is|are|was|were) there (?:any |some )?([^,?]{1,80})(?:\\?,?|,) *(?:please )?(?:(?:and )?(?:if so,? )?(?:which(?: ones?)?(?: are they)?|what (?:are they called|are their names))|(?:please )?(?:(?:list|show|name) them|(?:give|tell|show) me (?:their|the) names))',
)

/** A question whether there are rows, and which, as one for these rows; others as they are. */
export const asListed = (question: string): string =>
  question.replace(listed, (_, rows: string) =>
    /^(?:any|some)(?:one|body)\b/i.test(rows) ? `Which people ${rows.replace(/^\p{L}+ /u, '')}` : `Which ${rows}`,
  )
