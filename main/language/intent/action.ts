import type { IntentAction } from '../../../contract/recall/intent'
import { comparesSides } from '../question/aspects'
import { questionKind } from '../question/kind'

type Cues = readonly (readonly [IntentAction, RegExp])[]

/** What a question begins with that asks nothing. */
const politeness =
  /^(?:(?:please|hi|hello|hey|ok|can you|could you|would you|will you|help me|let me know|i (?:want|need|would like) (?:you )?to|i['’]d like (?:you )?to)\b[\s,]*){1,4}/i
const asksItself =
  /^(?:who|whom|whose|what|which|when|where|why|how|do|does|did|is|are|was|were|can|could|will|would|should|may|might|must|has|have|had)\b|[?？]/i

/** Behind a verb that is a noun as well (`write barrier`, `support vector machine`): what shows that it is told. */
const object = String.raw`(?= (?:an?|the|my|our|this|that|these|all|every|each|it|(?:\S{1,40} ){1,4}(?:in|to|into|from|for|with) (?:an?|the|my|our|this|that|all|every|\S{0,40}[._/])))`
const weak = (verbs: string): RegExp => new RegExp(`^(?:${verbs})\\b${object}`, 'i')
/** Something of a program, without which `fails` tells of the world. */
const ofCode = String.raw`^(?=[^]{0,400}(?:\w\.\w|\w_\w|[a-z][A-Z]|\b(?:test|build|code|script|function|app)s?\b))`

/** What is told to be done, by the verb that it begins with. */
const tasks: Cues = [
  ['fix', /^(?:fix|repair|debug)\b(?! (?:of|costs?)\b)|\b(?:fix|repair) (?:it|this|that)\b/i],
  ['fix', weak('patch|correct|resolve')],
  ['addFeature', /^(?:add|implement|create)\b/i],
  ['addFeature', weak('support|build|write|introduce|develop|generate|code|make')],
  ['change', /^(?:rename|refactor|remove|delete|rewrite|simplify)\b/i],
  ['change', weak('drop|move|migrate|replace|convert|update|upgrade|change|split|merge|port|extend|optimi[sz]e')],
  [
    'fix',
    new RegExp(
      `${ofCode}[^]{0,400}\\b(?:fails?|failed|crash(?:es|ed)?|throws?|is broken|does(?:n['’]?t| not) work|hangs?)\\b`,
    ),
  ],
]
const chineseTasks: Cues = [
  ['fix', /修复|修好|改好|修正|修一下|排查|调试|报错|崩溃/],
  ['change', /改名|重命名|重构|删除|删掉|移除|去掉|替换|迁移到|改成|改为|升级|重写|拆分|合并|优化/],
  [
    'addFeature',
    /^(?:请|帮我)?(?:增加|添加|加上|实现|新增|写一?[个段]|开发|创建|新建|生成)|(?:给|在|为)[^，。]{1,60}(?:增加|添加|加上|实现|新增)|[要需](?:要)?支持/,
  ],
]

/** How a question is asked, the surest sign first. */
const cues: Cues = [
  [
    'summarize',
    /\b(?:summari[sz]e|summary|sum up|overview|key points|main (?:points|findings|ideas)|tl;?dr|gist|digest)\b/i,
  ],
  [
    'count',
    /\bhow (?:many|often)\b|(?:^|\bthe )(?:total )?(?:number|count|share|proportion|percentage|sum) of\b|\b(?:what|which) (?:share|percentage|proportion)\b|^(?:the )?(?:total|average|median)\b|^what (?:is|was|are|were) the (?:total|average|mean|median)\b/i,
  ],
  [
    'compare',
    /\b(?:compar(?:e|es|ed|ing|ison)|versus|vs|differs?|differences?(?= (?:between|in|to|from)\b)|different from)\b/i,
  ],
  [
    'compare',
    /\b(?:faster|slower|better|worse|cheaper|larger|bigger|smaller|safer|older|newer|longer|shorter|stronger|more \p{L}{3,20}|less \p{L}{3,20})\b(?:,? .{1,80} or |\s+(?:\p{L}{1,20}\s){0,3}?than (?!\d|(?:two|three|four|five|ten)\b))/iu,
  ],
  ['list', /^(?:list|name|enumerate|show (?:me )?(?:all|every|each))\b|^(?:find|give me|show me|get) (?:all|every)\b/i],
  [
    'howTo',
    /^how (?:do|can|could|should|would|might) (?:i|we|you|one|people)\b|^how to\b|\b(?:steps|instructions|procedure|way)s? (?:to|for)\b|^(?:set up|install|configure|enable|disable)\b/i,
  ],
  [
    'list',
    /^which (?:\p{L}+ ){0,3}?(?:\p{L}+(?<!ss|us|is)s|people|countries|criteria|data)\b(?! (?:is|was|has|does)\b)/iu,
  ],
  [
    'list',
    /^what (?:are|were) (?:the|some) (?:top \d{1,4} )?(?:[\p{L}-]+ ){0,5}?\p{L}+(?<!ss|us|is)s\b|^(?:what|which) .{1,80} (?:are there|exist|are available)\b/iu,
  ],
  ['list', /^(?:get|return|give me|show me|show) (?:the )?(?:\p{L}+ ){0,2}?\p{L}+(?<!ss|us|is)s\b/iu],
  [
    'verify',
    /^(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|may|might|must)\b|\bwhether\b|\bis it true\b/i,
  ],
  [
    'explain',
    /^(?:explain|describe|tell me about|why|how (?:does|do|did|is|are|was|were)|what (?:happens|makes|limits|causes|does|do|did .{1,60} mean))\b/i,
  ],
]
const chineseCues: Cues = [
  ['summarize', /总结|概述|概括|归纳|摘要|综述|要点|提炼|梳理/],
  [
    'count',
    /有多少|多少[个次人名种家位条张件本]|百分之几|几[个次人名种家位条张件本]|占比|比例是|总(?:数|共|额|计|和|量|收入|支出|成本)|平均|[行人次条]数|合计/,
  ],
  [
    'compare',
    /(?:^|[请来])(?:比较|对比)|(?:比较|对比)一下|区别|差异|差别|异同|相比|有何不同|有什么不同|优劣|哪[个种].{0,12}更|更.{0,8}(?:还是)|还是.{1,20}更/,
  ],
  ['compare', /比.{1,30}(?:更|快|慢|大|小|高|低|多|少|好|差|贵|便宜|长|短|强|弱)(?:吗|么|多少|[?？]|$)/],
  ['list', /^(?:请)?(?:列出|列举|罗列|枚举)|哪些|哪几[个种类]|都?有谁|都.{0,4}找出来|分别是/],
  [
    'howTo',
    /^(?:在[^，,。]{1,40}[上里中下时])?(?:如何|怎样|怎么)|(?:[，,时]|[请应]该?|我们?)(?:如何|怎样|怎么)(?!了)|的?(?:步骤|流程|教程)[?？]?$/,
  ],
  ['verify', /吗[?？]?$|(?<![什怎那这])么[?？]?$|是否|能否|可否|会不会|是不是|能不能|有没有|要不要|可不可以|安全吗/],
  ['find', /^(?:请)?(?:在.{1,60})?(?:找出|查找|找到)|哪里|哪儿|何处|什么时候|何时|哪一?年|哪位|^谁|是谁|在哪/],
  [
    'explain',
    /为什么|为何|解释|介绍|说明(?:一下|了)|讲讲|讲解|谈谈|什么是|是什么(?:意思|原理)?[?？]?$|什么(?:作用|意思|用|原理)|原理|怎么|怎样|受什么|由什么/,
  ],
]

/** What a question wants done, and the words that say so. */
export interface AskedAction {
  readonly action: IntentAction
  readonly said: string
}

const find: AskedAction = { action: 'find', said: '' }
const isChinese = /\p{Script=Han}{2}/u
const chineseAsking = /[吗呢么？?]|怎|如何|哪|谁|多少|是否|为何/

/** What a question wants done. Where no rule tells, it wants something found. */
export function actionOf(question: string): AskedAction {
  const text = question.trim().replace(politeness, '')
  const isHan = isChinese.test(text)
  const isTold = !(isHan ? chineseAsking : asksItself).test(text)
  const task = isTold ? firstOf(isHan ? chineseTasks : tasks, text) : null
  if (task !== null) return task
  const asked = firstOf(isHan ? chineseCues : cues, text)
  if (asked !== null && asked.action !== 'explain' && asked.action !== 'find') return asked
  if (comparesSides(text)) return { action: 'compare', said: '' }
  const kind = questionKind(text)
  // `What is the capital of Texas`, `the longest river`: one thing, and no meaning of a word.
  const asksMeaning = kind === 'definition' || /^what (?:is|are) (?!the )[^,;?]{1,60}\??$/i.test(text)
  const isDefined = asksMeaning && !/ the (?:\p{L}+ ){1,4}of | (?:most|least|\p{L}+est) /u.test(text)
  const explains = isDefined || kind === 'reason' || kind === 'limit' || kind === 'manner'
  return asked ?? (explains ? { action: 'explain', said: '' } : find)
}

function firstOf(all: Cues, text: string): AskedAction | null {
  for (const [action, cue] of all) {
    const match = cue.exec(text)
    if (match !== null) return { action, said: match[0] }
  }
  return null
}
