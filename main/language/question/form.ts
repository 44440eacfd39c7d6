import { wordsOf } from '../text/words'
import { askedNoun, listedNoun, type QuestionKind } from './kind'

const answers: Record<QuestionKind, RegExp | null> = {
  person:
    /\b\p{Lu}\p{Ll}+ (\p{Lu}\.? )*\p{Lu}\p{Ll}+|先生|女士|教授|博士|导演|作家|皇帝|国王|[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗]\p{Script=Han}{1,2}/u,
  time: /\b(1[0-9]|20)\d\d\b|\d{1,2}月|\d年|世纪|年代|\b(January|February|March|April|May|June|July|August|September|October|November|December|century)\b|[一二三四五六七八九十]年/u,
  quantity:
    /(?<![\p{Script=Latin}\p{N}_.])(?<!\p{Script=Latin}\()(?<!\b(?:figure|fig\.|table|section|chapter|appendix|rfc|item|step|page|level) )\d|(?<![一二三四五六七八九十百千万亿两])[一二三四五六七八九十百千万亿两]+(个|种|次|名|位|座|条|人|届|部|集|岁|所|家|米|公里|厘米|平方|年)|\b(two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|million|half|twice|double|quarter)\b/iu,
  place:
    /(?<![\p{L}\p{N}:/])[~.]{0,2}\/[\p{L}\p{N}_.][\p{L}\p{N}_./-]*|\b(directory|folder)\b|位于|地处|坐落|座落|分布|在.{1,12}(市|县|省|区|国|州|镇|岛|村|街|路)|\b(located|situated|in|at|near) (the )?\p{Lu}|\b(to|at|into|under|behind|beside|next to|opposite|inside|outside) the \p{L}/u,
  reason:
    /\b(because|since|due to|owing to|caused? by|results? from|as a result|reason|attributed|arises? from|leads? to|therefore|thus|hence|so that)\b|因为|由于|因此|因而|所以|导致|使得|造成|原因|为了|引起/i,
  finding:
    /(?<![\d.,])[.,]*\d[\d.,]*\s?(%|percent|°|k\b|kw|euros?|times|hours?)|\b(COP|mean|average|median|factor)\b.{0,400}\d|\b(found|measured|showed|reached|observed)\b|\d.{0,400}(倍|度|％|%)|(实测|结果|平均).{0,400}\d/iu,
  limit:
    /\b(because|since|due to|owing to|depends?|limit(s|ed)?|ceiling|at most|best possible|loses?|losses|falls?|drops?|sharply|lower(s|ed)?|reduces?|cannot|costs efficiency|the \p{L}+er .{2,40}, the (more|less|\p{L}+er)|(draw|set)backs?|disadvantages?|downsides?|shortcomings?|caveats?|too (high|low|large|small))\b|限制|取决于|因为|由于|越.{1,12}越|下降|不能|无法|最多|上限|损失/iu,
  worth:
    /\b(cheaper|costs?|saves?|savings?|pays?|repaid|bill|price|bargain|luxury|worth|profitable|twice|times as much|lowers? (emissions|the bill)|break-?even|still reached)\b|便宜|省|费用|价格|补贴|划算|合算|成本/iu,
  listing:
    /(?<![\p{L}\p{N}-])\p{L}[\p{L}\p{N}-]*( \p{L}+)?, .{0,400}\b(and|or)\b|\bsuch as\b|\b(consists? of|includes?|belongs? to|namely)\b|\b(first|second|third|fourth) (generation|kind|type|group|class)\b|、|包括|分为|例如/iu,
  definition:
    /\b(is|are) (a|an|the|defined|called|known)\b|\b(means|refers to|defined as)\b|(）|\))?[，,]?\s{0,4}(是|指|即|为|又称)/i,
  manner:
    /^(to \p{L}+ [^.;]{1,80},|(?:\d+\. )?(use|run|type|enter|call|click|select|choose|open|install|specify|invoke)\b)|\b(can|may|must|should) be \p{L}+ed (by|with|using)\b|\b(use|using) the\b|\b(then|finally|turns (back )?into|circulat\w*|takes? (up|in)|draws? in|raises?|gives? off|flows?|passes|starts? (anew|again)|so that|which is (exactly )?what|works? (by|as)|proceeds?|the process|steps?)\b|然后|接着|经过|重新|循环|变成|吸收|放出|搬运|\b(by (means|using|\w+ing)|using|method|technique|procedure|through|process|approach)\b|通过|采用|利用|使用|方法|方式|以.{1,12}(来|方式)|经由/iu,
  name: null,
  purpose:
    /\b(used|useful|meant|intended|designed|serves?|needed|allows?|lets?|enables?|helps?|makes?|specif(y|ies)|sets?|causes?|controls?|tells?|prevents?|provides?|determines?|purpose|so that|in order to|for \p{L}+ing)\b|用于|用来|以便|为了|作用/iu,
  open: null,
}

/** Characters of a sentence that are looked at: one with more is a table or a list. */
const longestSentence = 2_000

const counting = Object.fromEntries(
  Object.entries(answers).map(([kind, pattern]) => [
    kind,
    pattern === null ? null : new RegExp(pattern.source, `${pattern.flags}g`),
  ]),
) as Record<QuestionKind, RegExp | null>

/** What a length of time, a size and a price are given in, where a question asks for one. */
const measured: readonly (readonly [asked: RegExp, unit: RegExp])[] = [
  [
    /\bhow (long|short|often|old)\b|\b(timeout|interval|duration)\b/i,
    /\b(characters|letters|bytes|words|lines|pages|metres|meters|kilometres|miles|feet|inch(es)?)\b|\d ?(mm|cm|m|km)\b|\b(milli|micro)?(seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b|\d ?(ms|secs?|mins?|hrs?)\b/i,
  ],
  [
    /\bhow (large|big)\b|\b(size|capacity)\b/i,
    /\b(kilo|mega|giga|tera)?bytes?\b|\b[kmgt]i?b\b|\b(pages|characters|octets|rows|columns|entries|pixels)\b/i,
  ],
  [
    /\bhow much\b[^?]{0,80}\b(cost|charge|pay|spend|earn|paid)|\bcost\s*\?*$|\b(prices?|fees?|rents?|salary|wages?) (of|for)\b|多少钱|价格|费用/i,
    /[€$£¥]|\b(euros?|dollars?|pounds?|francs?|yen|yuan|rmb|cents?|usd|eur|gbp|chf|cny)\b|元|块钱/i,
  ],
]
const asksForBound =
  /\b(can|may|might|maximum|minimum|max|min|largest|smallest|longest|shortest|limit|at (most|least))\b/i
const bound =
  /\b(maximum|minimum|at (most|least)|up to|(more|less|fewer|greater|longer|shorter|larger|smaller|higher|lower) than|under|within|beyond|limit(s|ed)?|bound|largest|smallest|longest|shortest|exceed)|(?<!\p{L})(max|min)(?!\p{L})/iu
const asksForDefault = /\b(default|usual(ly)?|normal(ly)?|standard|unless)\b/i
const byDefault = /\b(defaults?|usual(ly)?|normal(ly)?|standard|unless)\b/i

/** What a question asks for besides a number: the unit, that it is a bound or a default. */
function besidesNumber(question: string): readonly RegExp[] {
  const wanted = measured.filter(([asked]) => asked.test(question)).map(([, unit]) => unit)
  if (asksForBound.test(question)) wanted.push(bound)
  if (asksForDefault.test(question)) wanted.push(byDefault)
  return wanted
}

/**
 * How much a sentence has the form of an answer of that kind, 0..1: 0.6 for one mark of it, 1 for three and more
 * different ones; of a number 0.4, and 1 with all else that the question asks for; 1 for the name, or the list, that stands
 * beside the word for what is asked. A question without a kind is answered by any form.
 */
export function answerForm(kind: QuestionKind, question = ''): (sentence: string) => number {
  const form = kind === 'name' ? nameForm(question) : markForm(kind, question)
  return (sentence) => form(sentence.slice(0, longestSentence))
}

function markForm(kind: QuestionKind, question: string): (read: string) => number {
  const pattern = counting[kind]
  if (pattern === null) return () => 0
  const besides = kind === 'quantity' ? besidesNumber(question) : []
  const noun = kind === 'listing' ? stemOf(listedNoun(question)) : undefined
  const count = noun === undefined ? undefined : counts.exec(question)?.[0].toLowerCase()
  return (read) => {
    if (noun !== undefined && count !== undefined && countsNoun(noun, count, read)) return 1
    const marks = new Set([...read.matchAll(pattern)].map(([mark]) => mark.toLowerCase()))
    if (marks.size === 0) return 0
    if (noun !== undefined && listsNoun(noun, read)) return 1
    return besides.length === 0
      ? Math.min(1, 0.4 + 0.2 * marks.size)
      : 0.4 + 0.6 * (besides.filter((one) => one.test(read)).length / besides.length)
  }
}

const stemOf = (noun: string | null): string | undefined => wordsOf(noun ?? '')[0]?.stem

/** What names a thing: a digit, a sign or a capital within it, a dash before it, quotes around it; a capital at its start, but for that of a sentence. */
const naming = /^["“'‘`«「]|^--?[\p{L}\d]|\d|[_/\\=*]|\p{L}\.\p{L}|\p{Ll}\p{Lu}|^\p{Lu}{2}/u
const properName = /^\p{Lu}/u
/** Words from that for the thing to its name, at most; what a name counts that stands elsewhere. */
const beside = 2
const elsewhere = 0.2

/** What is a path or the name of a file wherever it stands, and what a question calls that. */
const pathName = /^["“'‘`(«]?(?:~|\.{0,2}\/|\.\p{L}|[\p{L}\p{N}_-]{2,}\.\p{Ll}{1,5}["”'’`)».,;:]*$)/u
const hasPath: ReadonlySet<string | undefined> = new Set(
  ['file', 'directory', 'folder', 'path'].map((noun) => stemOf(noun)),
)

/** How much a sentence names one of what a question asks for: right beside the word for it, 1. */
function nameForm(question: string): (read: string) => number {
  const noun = stemOf(askedNoun(question))
  const isNamedAnywhere = (token: string): boolean => hasPath.has(noun) && pathName.test(token)
  return (read) => {
    const tokens = read.split(/\s+/)
    const names = tokens.map((token, at) => {
      const isProper = at > 0 && properName.test(token) && !/[.!?:]$/.test(tokens[at - 1] ?? '')
      return isProper || naming.test(token)
    })
    const said = noun === undefined ? undefined : wordsOf(read).find(({ stem }) => stem === noun)
    const at = said === undefined ? -1 : read.slice(0, said.start).split(/\s+/).length - 1
    const isNamed = at >= 0 && names.some((isName, index) => isName && index !== at && Math.abs(index - at) <= beside)
    return isNamed || tokens.some(isNamedAnywhere) ? 1 : names.includes(true) ? elsewhere : 0
  }
}

const counts = /\b(?:two|three|four|five|six|seven|eight|nine|ten)\b/i
/** Words between a number and what it counts, at most: `two new kinds`. */
const betweenCounted = 2

/** Whether a sentence says as many of them as a question asks for, and which: `two new kinds of glue – functions and …`. */
function countsNoun(noun: string, count: string, sentence: string): boolean {
  const words = wordsOf(sentence)
  return words.some(({ stem, end }, at) => {
    const isCounted = words
      .slice(Math.max(0, at - betweenCounted - 1), at)
      .some((word) => sentence.slice(word.start, word.end).toLowerCase() === count)
    return stem === noun && isCounted && /[:–—,-].{0,200}\b(?:and|or)\b/u.test(sentence.slice(end, end + 300))
  })
}

/** Whether a sentence counts up several of what a question wants listed: `The start, stop and reload options`, `options such as …, …`. */
function listsNoun(noun: string, sentence: string): boolean {
  return wordsOf(sentence).some(
    ({ stem, start, end }) =>
      stem === noun &&
      (/,\s(\S+\s){0,3}(and|or)\s(\S+\s){0,2}$/u.test(sentence.slice(Math.max(0, start - 120), start)) ||
        /^:|^,? (such as|like|are|including|include)\b[^.;]{1,80},|^ \(\S+,/u.test(sentence.slice(end, end + 120))),
  )
}
