/** What kind of answer a question asks for; it decides which sentences look like one. */
export type QuestionKind =
  | 'person'
  | 'time'
  | 'place'
  | 'quantity'
  | 'finding'
  | 'limit'
  | 'reason'
  | 'worth'
  | 'listing'
  | 'manner'
  | 'definition'
  | 'open'

const cues: readonly (readonly [QuestionKind, RegExp])[] = [
  ['person', /^\s*(who|whom|whose)\b|谁|哪位|哪个人|何人/i],
  [
    'time',
    /\b(when (was|were|did|will|has|had)|what (year|date|day|month|time)|which year)\b|什么时候|何时|哪(一)?(年|天|月|日)|几年|什么时间|多久/i,
  ],
  [
    'quantity',
    /\bhow (many|much|long|large|big|high|far|fast|old|often)\b|\bwhat(['’]s| is| are| was| were) (the |a |an )?((?!differ)\p{L}+ ){0,2}(maximum|minimum|max|min|largest|smallest|longest|shortest|highest|lowest|total|average|number|size|length|width|depth|port|version|timeout|interval|capacity|threshold|percentage|rate|price|weight|distance|temperature|population|duration)\b|^\s*what (do|does|did|will|would|should) [^?]{1,80}\bcost\b|\b(what|which) (port|version|size|number|percentage)\b|多少|几(个|种|次|名|位|座|条|人|届|部|集|岁|所|家)|多(大|长|高|远|快|深|宽|重)/iu,
  ],
  [
    'place',
    /^\s*where\b|\bin (which|what) (country|city|place|region)\b|哪里|哪儿|何地|何处|什么地方|哪个(国家|城市|地区|省|地方)|位于/i,
  ],
  [
    'finding',
    /\b(measure(d|ment|ments)?|field (stud|test|trial)\w*|experiments?|tests?|surveys?|stud(y|ies)|trials?)\b.*\b(show|shown|find|found|reveal|say|give|yield|indicate|suggest)\w*|\b(what|which) (results|findings|figures)\b|(实测|测量|实验|试验|调查|测试).{0,8}(结果|表明|显示|数据)/i,
  ],
  [
    'limit',
    /\b(limit(s|ed|ing|ations?)?|drawbacks?|disadvantages?|downsides?|shortcomings?|caveats?|constrain\w*|bottleneck|restrict\w*)\b|限制|局限|制约|瓶颈|缺点/i,
  ],
  ['reason', /\b(why|what causes?|reasons? (for|why)|cause of)\b|为什么|为何|原因|缘故|因何/i],
  [
    'worth',
    /\b(worth(while)?|pay off|pays? for|cheaper|save money|better than|cost[- ]effective|economical|advantages? (of|over))\b|值得|划算|合算|省钱|更便宜|优势/i,
  ],
  [
    'listing',
    /^\s*(which|what) (\p{L}+ ){0,2}(are|is|were|have been|exist|do)\b.*\b(used|there|available|known|common|main|kinds?|types?)\b|\bwhat (kinds?|types?|sorts?) of\b|\b(which|list|name) (\p{L}+ ){0,2}\p{L}+s (are|were|have)\b|^\s*(which|what) (\p{L}+ ){0,2}\p{L}+s (does|do|did|can|may) [^?]*\b(have|support|offer|provide|accept|allow|know|understand|recogni[sz]e|come with|ship with)\b|^\s*what are the [\p{L}\s-]{2,60}\?\s*$|哪些|有哪几种|哪几(种|类)/iu,
  ],
  ['manner', /\b(steps|procedures?|instructions) (to|for|of|in)\b|步骤|流程/i],
  [
    'definition',
    /^\s*what (is|are) (a |an |the )?[\p{L}\s-]{2,40}\??\s*$|什么是|是什么(意思)?[?？]?\s*$|指(的是)?什么|何谓/iu,
  ],
  ['manner', /\bhow\b|\b(methods?|techniques?|procedures?|steps)\b|如何|怎(么|样)|方法|方式/i],
]

export function questionKind(question: string): QuestionKind {
  for (const [kind, cue] of cues) if (cue.test(question)) return kind
  return 'open'
}

const answers: Record<QuestionKind, RegExp | null> = {
  person:
    /\b\p{Lu}\p{Ll}+ (\p{Lu}\.? )*\p{Lu}\p{Ll}+|先生|女士|教授|博士|导演|作家|皇帝|国王|[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗]\p{Script=Han}{1,2}/u,
  time: /\b(1[0-9]|20)\d\d\b|\d{1,2}月|\d年|世纪|年代|\b(January|February|March|April|May|June|July|August|September|October|November|December|century)\b|[一二三四五六七八九十]年/u,
  quantity:
    /(?<![\p{Script=Latin}\p{N}_.])\d|(?<![一二三四五六七八九十百千万亿两])[一二三四五六七八九十百千万亿两]+(个|种|次|名|位|座|条|人|届|部|集|岁|所|家|米|公里|厘米|平方|年)|\b(two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|million)\b/iu,
  place:
    /位于|地处|坐落|座落|分布|在.{1,12}(市|县|省|区|国|州|镇|岛|村|街|路)|\b(located|situated|in|at|near) (the )?\p{Lu}/u,
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
    /\b(then|finally|turns (back )?into|circulat\w*|takes? (up|in)|draws? in|raises?|gives? off|flows?|passes|starts? (anew|again)|so that|which is (exactly )?what|works? (by|as)|proceeds?|the process|steps?)\b|然后|接着|经过|重新|循环|变成|吸收|放出|搬运|\b(by (means|using|\w+ing)|using|method|technique|procedure|through|process|approach)\b|通过|采用|利用|使用|方法|方式|以.{1,12}(来|方式)|经由/i,
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
    /\bhow (long|often|old)\b|\b(timeout|interval|duration)\b/i,
    /\b(milli|micro)?(seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b|\d ?(ms|secs?|mins?|hrs?)\b/i,
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
  /\b(maximum|minimum|at (most|least)|up to|(not|no)\b.{0,60}more than|limit(s|ed)?|bound|largest|smallest|longest|shortest|exceed)|(?<!\p{L})(max|min)(?!\p{L})/iu
const asksForDefault = /\b(default|usual(ly)?|normal(ly)?|standard|unless)\b/i
const byDefault = /\b(defaults?|usual(ly)?|normal(ly)?|standard|unless)\b/i

/** How much of what is asked for besides a number the sentence has: the unit, that it is a bound or a default, 0..1; null where a bare number is asked for. */
function quantityForm(question: string, sentence: string): number | null {
  const wanted = measured.filter(([asked]) => asked.test(question)).map(([, unit]) => unit)
  if (asksForBound.test(question)) wanted.push(bound)
  if (asksForDefault.test(question)) wanted.push(byDefault)
  return wanted.length === 0 ? null : wanted.filter((one) => one.test(sentence)).length / wanted.length
}

const listOpening = /^\s*(?:which|what|list|name)\s+((?:are|is|were)\s+)?(the\s+)?((?:kinds?|types?|sorts?)\s+of\s+)?/i
const afterListed = new Set(
  'are is were was do does did can may must should will has have had exist of in for on at with that there'.split(' '),
)

/**
 * The last word of what a question wants listed, with which a list's introduction ends, too: in `Which storage classes are
 * there?` and `What are the storage classes of SQLite?` that is `classes`; null where nothing is to be listed.
 */
export function listedNoun(question: string): string | null {
  const opening = listOpening.exec(question)?.[0]
  if (opening === undefined) return null
  const words = question.slice(opening.length).match(/[\p{L}\p{N}_-]+/gu) ?? []
  const end = words.findIndex((word) => afterListed.has(word.toLowerCase()))
  return words[(end === -1 ? words.length : end) - 1] ?? null
}

/**
 * How much the sentence has the form of an answer of that kind, 0..1: 0.6 for one mark of it, 1 for three and more
 * different ones; of a number 0.4, and 1 with all else that the question asks for. A question without a kind is answered
 * by any form.
 */
export function answerForm(kind: QuestionKind, sentence: string, question = ''): number {
  const pattern = counting[kind]
  if (pattern === null) return 0
  const read = sentence.slice(0, longestSentence)
  const marks = new Set([...read.matchAll(pattern)].map(([mark]) => mark.toLowerCase()))
  if (marks.size === 0) return 0
  const besides = kind === 'quantity' ? quantityForm(question, read) : null
  return besides === null ? Math.min(1, 0.4 + 0.2 * marks.size) : 0.4 + 0.6 * besides
}
