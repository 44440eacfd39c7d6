import { wordTable } from '../../../contract/word-table'
import { chineseTerms, withoutMeasureWords } from '../words/chinese'
import { segmentHan } from '../words/words'
import { isoDay, plainChinese, sumsFirst } from './plain-chinese'
import { plainEnglish } from './plain-english'

/** A word, number or mark of a question. */
export interface Token {
  readonly text: string
  readonly lower: string
  readonly isQuoted: boolean
  /** Begins with a capital that is not the sentence's. */
  readonly isCapital: boolean
  /** Which sentence it stands in, from 0. */
  readonly sentence: number
}

/** Numbers as they are written in words. */
export const numberWords = wordTable<number>({
  two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12, fifteen: 15, twenty: 20,
  thirty: 30, fifty: 50, hundred: 100, thousand: 1000,
}) // biome-ignore format: a table of words
const scales = wordTable<number>({
  hundred: 100,
  thousand: 1000,
  k: 1000,
  million: 1e6,
  m: 1e6,
  billion: 1e9,
  万: 1e4,
  亿: 1e8,
})

/** The number that a token says; null where it says none. */
export function numberOf({ lower, isQuoted }: Token): number | null {
  if (isQuoted) return null
  if (/^-?\d+(?:\.\d+)?$/.test(lower)) return Number(lower)
  return numberWords[lower] ?? null
}

const currencies = { $: 'usd', '€': 'eur', '£': 'gbp', '¥': 'yuan' } as const
const isHan = /\p{Script=Han}/u
/** "in square kilometers" says nothing that a column does not know. */
const unitOfMeasure =
  /\bin (?:(?:people|persons|inhabitants) per )?(?:square )?(?:kilomet(?:er|re)s?|met(?:er|re)s?|miles?|feet|dollars?|usd|euros?|degrees)\b/gi
/**
 * Cuts a question into tokens, Chinese ones in English.
 * @param isKnown whether a word as it is written (`check-in`, `checkin`) stands in the schema or the values
 * @param knownHan Chinese of the schema and the values, which stays as it is
 * @param isOneOfTwo whether what is not called so has one other state only: what is not paid may be paid in part
 */
export function tokensOf(
  question: string,
  isKnown: (word: string) => boolean,
  knownHan: ReadonlySet<string>,
  isOneOfTwo: (word: string) => boolean,
): Token[] {
  const isTerm = (word: string): boolean => knownHan.has(word) || chineseTerms.has(word)
  const mixed = [...knownHan].filter((name) => /[\da-z]/i.test(name) && question.includes(name))
  const quoted = mixed.reduce((said, name) => said.replace(name, `"${name}"`), question.normalize('NFKC'))
  const marked = withoutMeasureWords(sumsFirst(quoted, knownHan), isTerm)
    .replace(/[‘’]/g, "'")
    .replace(/[“”「」『』《》]/g, '"')
    .replace(/\b(?:came|come|comes) out\b/gi, 'released')
  // 最后登录时间 of `last_login`
  const lasting = isKnown('last') ? marked.replace(/最[后近](?=\p{Script=Han}{2,4}(?:时间|日期))/gu, ' last ') : marked
  const text = plainChinese(isHan.test(lasting) ? lasting : plainEnglish(lasting, isKnown), knownHan)
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/(?<=\d)(?=(?:[kmgt]b|kg|km|cm|mm|[km]wh|ml|min|ha)(?![a-z\d]))/gi, ' ')
    .replace(
      /([$€£¥]) ?(\d{1,12}(?:\.\d{1,6})?(?: ?(?:k|million|thousand)\b)?)/g,
      (_, sign: keyof typeof currencies, amount: string) => `${amount} ${currencies[sign]}`,
    )
    // 2023/3/1 and 1.3.2023; 3/1/2023 is one day here and another there.
    .replace(/(?<!\d)(\d{4})\/(\d{1,2})\/(\d{1,2})(?!\d)/g, (_, y, m, d) => isoDay(y, m, d))
    .replace(/(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?![\d.])/g, (_, d, m, y) => isoDay(y, m, d))
    .replace(/\b(dr|mr|mrs|ms|prof|st|mt)\.(?= )/gi, '$1')
    // What is explained is what the explanation says: "late, i.e. after the required date".
    .replace(
      /(?: in)? \p{L}{2,20},? (?:i\.e\.?|that is(?: to say)?|meaning),? (?=(?:after|before|over|under|above|below|not|never) )/giu,
      ' ',
    )
    // "Still ongoing, i.e. have no end date"
    .replace(
      /,? (?:(?:that|which|who) )?(?:are|is|were|was) (?:still )?\p{L}{2,20}(?:,|,? \() ?(?:i\.e\.?|that is(?: to say)?|meaning),? (?:they )?(?=(?:have|has|had|with|without) )/giu,
      ' ',
    )
    .replace(
      /^( *(?:which|what|list|show|how many) (?:\p{L}{1,20} ){0,1}?\p{L}{2,20}) (?!where )[^,]{2,40}, ?(?:i\.e\.?|that is(?: to say)?|meaning),? where /iu,
      '$1 where ',
    )
    .replace(/\bsold out\b/giu, (words) => (isKnown('stock') ? 'out of stock' : words))
    // "The day they joined"
    .replace(/\bthe (?:day|date|time) (?:that |on which |when )?(?:they|it|he|she) (?:was |were )?(?=\p{L})/giu, '')
    // What still has to be shipped is not shipped.
    .replace(
      /\b(?:still )?(?:have|has|had|need|needs) (?:yet |still )?to be (?=(\p{L}{2,20}(?:ed|wn|ght|nt|id|ld))\b)/giu,
      // What needs to be cooled always does.
      (said, done: string) => (/^needs?\b/i.test(said) && isOneOfTwo(done) ? said : 'not '),
    )
    .replace(/\b(?:are|is|were|was) (?:still|yet) to be (?=\p{L})/giu, 'not ')
    // "The gross margin (price minus cost)" is what the brackets say.
    .replace(
      /(?<=\b(?:the|a|total|average|highest|lowest|and|,) ?)(?:(?!(?:total|average|highest|lowest|each|per) )[\p{L}-]{1,20} ){1,3}\(([^()]{3,60} (?:minus|times|multiplied by|divided by|×|x) [^()]{3,60})\)/giu,
      '$1',
    )
    .replace(/(?<=总)\p{Script=Han}{1,4}[(（]([^()（）]{2,20}[乘减除][^()（）]{2,20})[)）]/gu, '$1')
    // "More citations than references" compares the two.
    .replace(
      /\b(more|fewer|less|higher|lower|larger|greater) ((?:\p{L}{1,20} ){1,3})than (?=(?:its |their |the |of )?\p{L})(?!(?:the |an? )?(?:average|mean|usual|one|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred)\b)/giu,
      '$2$1 than ',
    )
    // "How many days were lost" asks for the days lost.
    .replace(
      /\b(how many (?:days|hours|minutes|nights|weeks)) (?:were|was|have been) (\p{L}{2,20})/giu,
      (whole, asked, verb) => (isKnown(verb) ? `${asked} ${verb}` : whole),
    )
    // "How many tickets were sold" of `ticketsSold`
    .replace(/\b(how many )(\p{L}{3,20}) (?:were|was|have been) (\p{L}{2,20})/giu, (whole, asked, noun, verb) =>
      isKnown(noun + verb) ? `${asked}${noun} ${verb}` : whole,
    )
    .replace(/\bin total\b/gi, ' ')
    .replace(/\b(?:each|every) ([\p{L} ]{2,40})'s ([^.?!;]{2,200})/giu, '$2 for each $1')
    .replace(/\b(?:on (?:file|record|our books)|in (?:the|our) (?:system|records))\b/gi, ' ')
    .replace(/^ *what (did|do) (we|they)\b/i, 'how much $1 $2')
    .replace(/^ *break (?:down )?(?:the )?/i, 'number of ')
    .replace(/ down by\b/i, ' by')
    .replace(/\bdays (?:pass|elapse|go by)\b/gi, 'days')
    // 33 m are metres; 33m may be millions.
    .replace(/(?<=\d) m(?=[ .?!,;]|$)/g, ' meters')
    .replace(unitOfMeasure, (said) => (isKnown(said.split(' ').at(-1)!) ? said : ' '))
  const pattern =
    /"([^"]{1,80})"|(?<![\p{L}\d])'([^']{1,80}?)'(?![\p{L}\d])|\p{Script=Han}+|\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?|(?<![\p{L}\p{N}.)]|\d )-\d{1,18}(?:\.\d{1,12})?\b(?!-)|(?<![\d.])\d{1,18}(?:\.\d{1,12})?(?=[km]?\b)|(?:(?!\p{Script=Han})[\p{L}\p{N}])+(?:['&.@_-](?:(?!\p{Script=Han})[\p{L}\p{N}])+)*\.?|>=|<=|[><=,&/%]|[.?!;()]/gu
  const tokens: Token[] = []
  let sentence = 0
  let isFirst = true
  const push = (word: string, isQuoted = false): void => {
    tokens.push({
      text: word,
      lower: word.toLowerCase(),
      isQuoted,
      isCapital: !isFirst && /^\p{Lu}/u.test(word),
      sentence,
    })
    isFirst = false
  }
  /** What is unpaid is not paid, where a column says what is paid. */
  const plainOf = (word: string): string[] => {
    const opposite = /^un(.{3,}d)$/i.exec(word)?.[1]
    if (opposite === undefined || isKnown(word) || !isOneOfTwo(opposite)) return [word]
    // Who "has unpaid bills" has some.
    return /^(?:have|has|had)$/.test(tokens.at(-1)?.lower ?? '') ? ['that', 'are', 'not', opposite] : ['not', opposite]
  }
  for (const match of text.matchAll(pattern)) {
    const [whole, double, single] = match
    const quoted = double ?? single
    // "The aircraft with the code '744'" is that with the code 744.
    const isNumber =
      /^\d{1,9}$/.test(quoted ?? '') && /^(?:code|id|number|no|is|equals)$/.test(tokens.at(-1)?.lower ?? '')
    if (quoted !== undefined) push(quoted.trim(), !isNumber)
    else if (/^[.?!;]$/.test(whole)) {
      sentence += tokens.some((token) => token.sentence === sentence) ? 1 : 0
      isFirst = true
    } else if (isHan.test(whole)) {
      for (const word of segmentHan(whole, knownHan, true, isKnown)) {
        const last = tokens.at(-1)
        if (word === '的' && (last === undefined || last.text === '的' || last.sentence !== sentence)) continue
        const glued = word.replace('-', '')
        for (const part of plainOf(glued !== word && isKnown(glued) ? glued : word)) push(part)
      }
    } else if (/^[()]$/.test(whole)) push(whole)
    else if (/^-?\d/.test(whole)) push(whole)
    else {
      // "St." is called so, "price." is a price at the end.
      const isAbbreviation = whole.endsWith('.') && isKnown(whole) && !isKnown(whole.slice(0, -1))
      const word = whole.replace(/'s$/i, '').replace(/\.$/, (dot) => (isAbbreviation ? dot : ''))
      const endsSentence = whole.endsWith('.') && !isAbbreviation
      const joined = word.replace(/[-_]/g, '')
      if (!/[-_&]/.test(word) || isKnown(word)) for (const part of plainOf(word)) push(part)
      else if (isKnown(joined)) push(joined)
      // `CheckIn` goes by its first word: what stands between words says nothing.
      else
        for (const part of word.split(/[-_]/).filter((one, at) => at === 0 || !/^(?:in|on|at|of|by|to)$/i.test(one)))
          push(part)
      if (endsSentence) {
        sentence += 1
        isFirst = true
      }
    }
  }
  return withScales(tokens)
}

/** `a hundred thousand`, `2 million`: one number. */
function withScales(tokens: readonly Token[]): Token[] {
  const out: Token[] = []
  for (const token of tokens) {
    const scale = token.isQuoted ? undefined : scales[token.lower]
    const before = out.at(-1)
    const number = before === undefined ? null : numberOf(before)
    if (scale !== undefined && before !== undefined && number !== null) {
      const text = String(number * scale)
      out[out.length - 1] = { ...before, text, lower: text }
    } else out.push(token)
  }
  return out
}
