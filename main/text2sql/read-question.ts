import { wordTable } from '../../contract/word-table'
import { chineseTerms, withoutMeasureWords } from './chinese'
import { plainEnglish } from './plain-english'
import { segmentHan } from './words'

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

const numberWords = wordTable<number>({
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
/** "in square kilometers" says nothing that a column does not know. */
const unitOfMeasure =
  /\bin (?:(?:people|persons|inhabitants) per )?(?:square )?(?:kilomet(?:er|re)s?|met(?:er|re)s?|miles?|feet|dollars?|usd|euros?|degrees)\b/gi
const hanNumbers = '零一二三四五六七八九'
const isHan = /\p{Script=Han}/u
/** What Chinese counts with, behind a number. */
const counters = '个名位条家笔单份次张本件台套辆间只门节块头人栋座起艘架匹棵株颗幅部首'

/** 三十二, 两千五百, 十万 as a number. */
function hanNumberOf(text: string): number {
  const scale: Record<string, number> = { 十: 10, 百: 100, 千: 1000, 万: 1e4 }
  let [sum, below, digit] = [0, 0, 0]
  for (const sign of text) {
    const by = scale[sign]
    if (by === undefined) digit = sign === '两' ? 2 : hanNumbers.indexOf(sign)
    else if (by === 1e4) [sum, below, digit] = [sum + (below + digit || 1) * by, 0, 0]
    else [below, digit] = [below + (digit || 1) * by, 0]
  }
  return sum + below + digit
}

const timeSides: Record<string, string> = {
  以后: 'after',
  之后: 'after',
  以来: 'since',
  以前: 'before',
  之前: 'before',
}

const numeralCounted = new RegExp(
  `(?<!第)[两二三四五六七八九十](?=[${counters}天年星级楼层岁种项篇部首场款册支队所])`,
  'g',
)
const counterLast = new RegExp(`(?<=\\d)[${counters}](?=的|$|[？?，])`, 'g')
const [atLeast, lessThan] = ['及?以上的?', '以下的?'].map(
  (side) => new RegExp(`(?<![\\d.])(\\d[\\d.]{0,12}) ?[${counters}]?${side}`, 'g'),
) as [RegExp, RegExp]

const isoDay = (year: string, month: string, day: string): string =>
  ` ${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')} `

const extremes: Readonly<Record<string, string>> = { 最低: 'minimum', 最小: 'minimum', 最高: 'maximum', 最大: 'maximum', 平均: 'average' } // biome-ignore format: pairs

/** Dates and counts of Chinese as English has them, so that one reader does for both. */
function plainChinese(text: string, knownHan: ReadonlySet<string>): string {
  const isNamed = (number: string): boolean =>
    [...knownHan].some((name) => name.includes(number) && text.includes(name))
  return (
    text
      .replace(
        /(?:[两一二三四五六七八九][十百千万]|十[万一二三四五六七八九])[十百千万零一二三四五六七八九]{0,10}(?!月)/gu,
        (number) => (isNamed(number) ? number : String(hanNumberOf(number))),
      )
      .replace(/多少人次/g, '多少次')
      // 一次疫苗都没打过: none at all.
      .replace(/一[次个条只份张场位门件](\p{Script=Han}{1,6}?)都(?:没有|没|不)(?:\p{Script=Han}{0,3}过)?/gu, '没有$1')
      // 每种状态的许可各有多少个: 每种状态有多少许可
      .replace(
        /(?<=^|年|，)(每\p{Script=Han}{1,7}?)的(\p{Script=Han}{1,8}?)(?:各|分别|一共|总共)?有(?:多少|几)[个名位件张条份台辆只家次场]?(?=[？?。]?$)/u,
        '$1有多少$2',
      )
      // 入会时间最长的会员 joined first.
      .replace(
        /(?<=[入加][会入社职盟学])(?:时间|年限)最([长短])/g,
        (_, length: string) => `最${length === '长' ? '早' : '晚'}`,
      )
      // 工资的最低、最高和平均值
      .replace(
        /(\p{Script=Han}{2,6}?)的?(最[低高大小]|平均)值?、(最[低高大小]|平均)值?[和与及](最[低高大小]|平均)值?(?=分别|各|是|[？?]|$)/gu,
        (_, name, ...ends) =>
          `${ends
            .slice(0, 3)
            .map((end) => ` ${extremes[end]} `)
            .join(' , ')} ${name} `,
      )
      // （包括不活跃的）: no condition.
      .replace(/[（(](?:包括|包含|含)[^（）()]{1,15}[）)]/gu, '')
      // What is after 2010 is not in 2010.
      .replace(
        /(?<=(?:以后|之后|以前|之前|超过|大于|小于|低于|高于)[^（(]{0,12})[（(]不(?:含|包括|包含)[^（）()]{1,12}[）)]/gu,
        '',
      )
      // 龙井卖出多少 asks for units, 卖出多少辆车 for cars.
      .replace(/卖出了?多少(?=[？?。]?$)/g, '卖了多少')
      .replace(/([捐转选付借还存取退下签开读看上])[过了](款|账|课|书|钱|货|单|约|户)/g, '$1$2')
      .replace(/从([^，,。从]{1,10}?)(?:出发|起飞|启程|开出|始发)/g, '从$1')
      .replace(/([过了])(?:所有|全部|每一?[个种位名家类款]?)(?:的(?=\p{Script=Han}))?/gu, '$1所有')
      .replace(/一(?=[星级楼层岁])/g, '1')
      .replace(numeralCounted, (digit) => String(hanNumberOf(digit)))
      .replace(counterLast, '')
      .replace(/前十/g, '前10')
      .replace(/前([一二三四五六七八九])/g, (_, digit: string) => `前${hanNumbers.indexOf(digit)}`)
      .replace(/第([一二三四1234])季度/g, (_, digit: string) => ` Q${'一二三四'.indexOf(digit) + 1 || digit} `)
      .replace(/(\d{4}) ?年 ?([上下])半年/g, (_, year, half) => ` H${half === '上' ? 1 : 2} ${year} `)
      .replace(/(\d{4}) ?年 ?(\d{1,2}) ?月? ?[到至~-] ?(\d{1,2}) ?月(?:份|之间|期间)?/g, (_, year, from, to) => {
        const [first, last] = [from, to].map((month) => monthNames[Number(month) - 1] ?? month)
        return ` between ${first} ${year} and ${last} ${year} `
      })
      .replace(/(\d{4}) ?年? ?[到至~-] ?(\d{4}) ?年(?:之间)?/g, ' between $1 and $2 ')
      .replace(/(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号]/g, (_, y, m, d) => isoDay(y, m, d))
      .replace(/(\d{4}) ?年 ?(\d{1,2}) ?月份?/g, (_, y, m) => ` ${monthNames[Number(m) - 1] ?? m} ${y} `)
      .replace(
        /(\d{4}(?: ?年|-\d\d-\d\d)) ?(以后|之后|以来|以前|之前)/g,
        (_, time, side) => ` ${timeSides[side]} ${time} `,
      )
      .replace(/(\d{4}) ?年? ?(Q[1-4])/g, ' $2 $1 ')
      .replace(/(?<=(?:after|since|before) )(\d{4}) ?年/g, '$1')
      .replace(/(\d{4}) ?年/g, ' in $1 ')
      .replace(/(?<![\d.])(\d{1,12}(?:\.\d{1,6})?) ?万/g, (_, n) => String(Number(n) * 1e4))
      .replace(/(?<![\d.])(\d{1,12}(?:\.\d{1,6})?) ?亿/g, (_, n) => String(Number(n) * 1e8))
      .replace(/(?<![\d.])(\d[\d.]{0,12}) ?[到至] ?(\d[\d.]{0,12}) ?之间/g, ' between $1 and $2 ')
      .replace(/介于 ?(\d[\d.]{0,12}) ?[和与到至] ?(\d[\d.]{0,12}) ?(?:之间)?/g, ' between $1 and $2 ')
      .replace(atLeast, ' at least $1 ')
      .replace(lessThan, ' less than $1 ')
  )
}

export const monthNames = [
  'january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december',
] // biome-ignore format: a list of words

/** 成交总金额 of a column 成交金额 is its sum: 总成交金额. */
function sumsFirst(text: string, knownHan: ReadonlySet<string>): string {
  for (const { index, 0: word } of text.matchAll(/总|平均/g)) {
    for (let left = 1; left <= 4; left += 1) {
      for (let right = 4; right > 0; right -= 1) {
        const [from, to] = [index - left, index + word.length + right]
        const name = text.slice(Math.max(0, from), index) + text.slice(index + word.length, to)
        if (from < 0 || name.length < left + right || !knownHan.has(name)) continue
        return text.slice(0, from) + word + name + text.slice(to)
      }
    }
  }
  return text
}

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
      /\b(?:still )?(?:have|has|had|need|needs) (?:yet |still )?to be (?=\p{L}{2,20}(?:ed|wn|ght|nt|id|ld)\b)/giu,
      'not ',
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
    /"([^"]{1,80})"|(?<![\p{L}\d])'([^']{1,80}?)'(?![\p{L}\d])|\p{Script=Han}+|\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?|(?<![\p{L}\p{N}.)]|\d )-\d{1,18}(?:\.\d{1,12})?\b(?!-)|(?<![\d.])\d{1,18}(?:\.\d{1,12})?(?=[km]?\b)|[\p{L}\p{N}]+(?:['&.@_-][\p{L}\p{N}]+)*\.?|>=|<=|[><=,&/%]|[.?!;()]/gu
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
    if (quoted !== undefined) push(quoted.trim(), true)
    else if (/^[.?!;]$/.test(whole)) {
      sentence += tokens.some((token) => token.sentence === sentence) ? 1 : 0
      isFirst = true
    } else if (isHan.test(whole)) {
      for (const word of segmentHan(whole, knownHan, true)) {
        const last = tokens.at(-1)
        if (word === '的' && (last === undefined || last.text === '的' || last.sentence !== sentence)) continue
        const glued = word.replace('-', '')
        for (const part of plainOf(glued !== word && isKnown(glued) ? glued : word)) push(part)
      }
    } else if (/^[()]$/.test(whole)) push(whole)
    else if (/^-?\d/.test(whole)) push(whole)
    else {
      const word = whole.replace(/'s$/i, '').replace(/\.$/, (dot) => (isKnown(whole) ? dot : ''))
      const endsSentence = whole.endsWith('.') && !isKnown(whole)
      const joined = word.replace(/[-_]/g, '')
      if (!/[-_&]/.test(word) || isKnown(word)) for (const part of plainOf(word)) push(part)
      else if (isKnown(joined)) push(joined)
      else for (const part of word.split(/[-_]/)) push(part)
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
