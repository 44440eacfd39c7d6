import type { ResourceRequirement } from '../../contract/pool/pool'

/**
 * Clauses that ask or tell about a thing rather than ask for its use. A question never needs what it is about, with
 * one exception: rows of a named table are only found in it.
 */
const isAboutEnglish =
  /^(?:what|why|how (?:do|does|did|can|could|should|is|are|to)\b|which|who|when|where|whether|is|are|was|were|does|do|did|can|could|should|would|has|have|explain|describe|compare|define|discuss|summari[sz]e|outline)\b|\?\s*$/i
const isAboutChinese =
  /为什么|为何|如何|怎么|怎样|什么是|是什么|是否|哪些|哪个|区别|原理|优缺点|介绍|解释|比较|吗[？?]?\s*$|[？?]\s*$|时[，,]?(?!间)|的(?:方法|原理|性能|历史|设计|优化|安全)/

/** Words that may stand before an instruction's verb. */
const lead =
  /^(?:(?:please|then|first|next|now|finally|also|and|you|we|should|must|let'?s|to|i want you to|use \S+ to)[\s,:]+)*/i
const leadChinese =
  /^(?:请|先|首先|然后|再|接着|最后|并且|并|同时|帮我|需要|直接|我们|你|应该|必须|用\S{1,12}?|通过\S{1,12}?|使用\S{1,12}?)*/

interface Rule {
  readonly requirement: ResourceRequirement
  /** Tried on each clause without its lead, unless it asks or tells about something. */
  readonly instruction: readonly RegExp[]
  /** Tried on each clause as it is, also on a question. */
  readonly anywhere?: readonly RegExp[]
}

/** Plurals before “table” that name no table of a database. */
const tablesOfText =
  'results|contents|statistics|figures|values|tables|notes|odds|steps|times|mathematics|rates|units|elements|following|previous|logs'
const namedTable = [
  // An identifier, or a name in quotes.
  /\b(?:in|from|of|into) (?:the |our |my )?(?:[`"“][\w.]+[`"”]|[a-z][^\W_]*_\w+) table\b/i,
  new RegExp(`\\b(?:in|from) (?:the|our|my) (?!(?:${tablesOfText})\\b)[a-z]+[^s\\W]s table\\b`, 'i'),
  /\b(?:in|from) table [`"“][\w.]+[`"”]/i,
  /[A-Za-z_]\d*[`"”」]?\s{0,8}表(?:中|里|内)/,
  /(?:在|从)[\u4e00-\u9fff]{1,8}(?<![图列发代外时])表(?:中|里|内)?(?:查询|查找|统计|检索|读取|计算|取出)/,
]

const rules: readonly Rule[] = [
  {
    requirement: { type: 'database', capability: 'sql_query', level: 1 },
    instruction: [
      /^(?:query|search) (?:the|our|my|this|that) (?:(?!(?:that|which|about|for|on|in|of)\b)[\w-]+ ){0,2}?(?:databases?|sqlite file|data ?warehouse)\b/i,
      /^(?:read|select|count|pull|fetch|get|look up|find|search)\b[^.;!?]{0,60}?\b(?:in|from) (?:the|our|my|this) (?:(?!(?:that|which|about|for|on|in|of)\b)[\w-]+ ){0,2}?(?:databases?|sqlite file|data ?warehouse)\b/i,
      /^query (?:the|our|my|this|that) (?:[\w-]+ ){0,3}?tables?\b/i,
      /^(?:run|execute|write and run|issue)\b[^.;!?]{0,40}?\b(?:sql|select statement)\b/i,
      /^(?:查询|检索|查|访问|连接|读取|搜索)[^，。；！？]{0,10}数据库/,
      /^(?:运行|执行|跑)[^，。；！？]{0,8}SQL/i,
      /^(?:从|在)[^，。；！？]{0,10}数据库(?:中|里)?[^，。；！？]{0,4}(?:查|检索|统计|读取|提取|获取|找)/,
    ],
    anywhere: namedTable,
  },
  {
    requirement: { type: 'api', capability: 'api_call', level: 1 },
    instruction: [
      /^(?:call|invoke|query|request|hit|fetch (?:\S+ ){0,4}?from|get (?:\S+ ){0,4}?from)\b[^.;!?]{0,40}?\b(?:apis?|endpoints?)\b/i,
      /^(?:调用|请求|访问)[^，。；！？]{0,16}(?:API|接口)/i,
    ],
  },
]

const clauses = (text: string): string[] =>
  text
    .split(/(?<=[.!?;。！？；])\s*|[,，](?=\s*(?:then|and then|next|然后|再|接着))|\n+|\bthen\b|(?=然后|接着)/i)
    .map((clause) => clause.trim().replace(/^[-*•\d.)\s]+/, ''))
    .filter((clause) => clause !== '')

/**
 * What a step needs beside its executor, by plain words of instruction in its description (“query the database”, “in
 * the orders table”, “call the API”, “查询数据库”). Conservative: what is only asked or told about is not needed, and
 * what is not clear is not inferred; a plan can always name a requirement itself. Rules of this project, in English
 * and Chinese; test/unit/pool/infer.test.ts has the sentences they were made from.
 */
export function inferRequirements(description: string): ResourceRequirement[] {
  const found = new Set<Rule>()
  for (const clause of clauses(description.slice(0, 20_000))) {
    const isAbout = isAboutEnglish.test(clause) || isAboutChinese.test(clause)
    const bare = clause.replace(lead, '').replace(leadChinese, '')
    for (const rule of rules) {
      const isAsked = rule.anywhere?.some((pattern) => pattern.test(clause)) ?? false
      if (isAsked || (!isAbout && rule.instruction.some((pattern) => pattern.test(bare)))) found.add(rule)
    }
  }
  return rules.filter((rule) => found.has(rule)).map(({ requirement }) => ({ ...requirement }))
}
