/** What kind of answer a question asks for; it decides which sentences look like one. */
export type QuestionKind =
  | 'person'
  | 'time'
  | 'place'
  | 'name'
  | 'quantity'
  | 'finding'
  | 'limit'
  | 'reason'
  | 'worth'
  | 'listing'
  | 'manner'
  | 'definition'
  | 'purpose'
  | 'open'

const cues: readonly (readonly [QuestionKind, Pick<RegExp, 'test'>])[] = [
  ['person', /^\s*(who|whom|whose)\b|谁|哪位|哪个人|何人/i],
  [
    'time',
    /\b(when (was|were|did|will|has|had)|what (year|date|day|month|time)|which year)\b|什么时候|何时|哪(一)?(年|天|月|日)|几年|什么时间|多久/i,
  ],
  [
    'quantity',
    /\bhow (many|much|long|short|large|big|small|high|deep|wide|heavy|far|fast|old|often)\b|\bwhat(['’]s| is| are| was| were) (the |a |an )?((?!differ)\p{L}+ ){0,2}(maximum|minimum|max|min|largest|smallest|longest|shortest|highest|lowest|total|average|number|size|length|width|depth|port|version|timeout|interval|capacity|threshold|percentage|rate|price|weight|distance|temperature|population|duration)\b|^\s*what (do|does|did|will|would|should) [^?]{1,80}\bcost\b|\b(what|which) (ports?|versions?|size|number|percentage)\b|多少|几(个|种|次|名|位|座|条|人|届|部|集|岁|所|家)|多(大|长|高|远|快|深|宽|重)/iu,
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
    /^\s*(which|what) (\p{L}+ ){0,2}(are|is|were|have been|exist|do)\b.*\b(used|there|available|known|common|main|kinds?|types?)\b|\bwhat (kinds?|types?|sorts?) of\b|\b(which|list|name) (\p{L}+ ){0,2}\p{L}+s (are|were|have)\b|^\s*(which|what) (\p{L}+ ){0,2}\p{L}{2,}(?<![aius])s (does|do|did|can|may) [^?]*\b(have|support|offer|provide|accept|allow|know|understand|recogni[sz]e|come with|ship with)\b|^\s*(?:in |on |to |with |from |by )?which (\p{L}+(?<![^aius]s)[ -]){0,2}\p{L}{2,}(?<![aius])s (are|were|do|did|can|could|may|might|must|should|will|would|have|need|exist|of|in|for|on|at|with|that|to|from|I|we|you|there)\b|^\s*what are the [\p{L}\s-]{2,60}\?\s*$|哪些|有哪几种|哪几(种|类)/iu,
  ],
  ['manner', /\b(steps|procedures?|instructions) (to|for|of|in)\b|步骤|流程/i],
  [
    'purpose',
    /^\s*what (is|are|was|were) .{2,80}\bfor\s*\?*$|^\s*what (does|do|did) .{2,80}\bdo\s*\?*$|\bpurpose of\b|有什么用|用来(做|干)什么|作用/iu,
  ],
  [
    'name',
    {
      test: (question) =>
        /^\s*what(?:['’]s| is) the (?:[\p{L}-]+ ){1,3}(?:of|for) /iu.test(question) && askedNoun(question) !== null,
    },
  ],
  [
    'definition',
    /^\s*(?!what (?:is|are) the [^?]{1,60} (?:for|to) )what (is|are) (a |an |the )?[\p{L}\s'’-]{2,40}\??\s*$|^\s*what (does|do|did) .{2,60}\bmean\b|什么是|是什么(意思)?[?？]?\s*$|指(的是)?什么|何谓/iu,
  ],
  ['manner', /\b(in|what) (which |what )?order\b|先后顺序|什么顺序/i],
  ['name', { test: (question) => askedNoun(question) !== null }],
  ['manner', /\bhow\b|\b(methods?|techniques?|procedures?|steps)\b|如何|怎(么|样)|方法|方式/i],
]

export function questionKind(question: string): QuestionKind {
  for (const [kind, cue] of cues) if (cue.test(question)) return kind
  return 'open'
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

/** What mostly has a name of its own, or a value that stands beside the word for it. */
const namedThing =
  /^(commands?|options?|flags?|switch(es)?|tools?|programs?|utilit(y|ies)|packages?|files?|director(y|ies)|folders?|paths?|headers?|functions?|methods?|modules?|variables?|settings?|parameters?|keywords?|symbols?|characters?|signals?|codes?|status|formats?|algorithms?|protocols?|languages?|users?|accounts?|units?|values?|types?|fields?|columns?|keys?|permissions?|modes?|colou?rs?|address(es)?)$/i
const namingOpening =
  /^\s*(?:(?:in|on|at|to|with|from|by|under|for|since)\s+)?(?:(which)|what(?:['’]s| is| are)?)\s+(?:(?:the|a)\s+)?/i
/** Words after the opening among which the thing is looked for: `What is the ssh option for …?` */
const mostBeforeNoun = 3

/** The word for what a question wants named: in `Which command shows the plan?` that is `command`; null where nothing is to be named. */
export function askedNoun(question: string): string | null {
  const opening = namingOpening.exec(question)
  if (opening === null) return null
  const words = question.slice(opening[0].length).match(/[\p{L}-]+/gu) ?? []
  const thing = words.slice(0, mostBeforeNoun).find((word) => namedThing.test(word))
  if (thing !== undefined || opening[1] === undefined) return thing ?? null
  return /^(of|way)$/i.test(words[0] ?? '') ? null : (words[0] ?? null)
}
