import { type Leaf, type ReadArguments, writtenPath } from '../arguments'
import type { ProposedCall } from '../call'
import { hidesText, isLookalike, plainText } from '../plain-text'
import { excerptOf, floor, type Reason, risk } from '../reason'
import { carriesEncodedText, decodings, holdsSecret } from './secrets'

/** What a shell, a database, a template or a parser of XML would run if a tool passed it on. */
const shell =
  /[;&|`]\s*(?:rm|curl|wget|nc|ncat|bash|sh|zsh|cat|ls|id|whoami|python\d?|perl|ruby|node|powershell|cmd|chmod|chown|kill|dd|mkfs|scp|ssh|ping|sleep|touch|echo|env|printenv|tee|xargs|find|sudo|nslookup|dig|type)\b|[;&|`]\s*del\s|\$\((?!\s*\d)[^)]*\)?|`[^`]*\b(?:id|whoami|cat|curl|rm|ls|sleep|wget|env)\b[^`]*`|(?:^|\s)(?:rm\s+-[rf]+|curl\s+(?:-\w|https?:)|wget\s+https?:|sudo\s+\w|chmod\s+[0-7+]|mkfs\b|dd\s+if=)|\$\{IFS\}|>\s*\/(?:dev|etc|tmp|home|root)\/|\/dev\/tcp\/|\|\s*(?:sh|bash|zsh|tee|xargs)\b|\|\s*["'](?:nc|sh|bash|curl|mail|cat)\b|\bgetline\b|\bsystem\s*\(\s*["']/i
const commands: readonly (readonly [string, RegExp])[] = [
  ['shell', shell],
  [
    'SQL',
    /['"][)\s]*(?:;|\bor\b\s*(?:['"]?\w+['"]?\s*(?:=|like|>|<|is\b)|true|not)|\band\b\s*['"]?\w+['"]?\s*(?:=|>|<|like)|\|\|)|\bunion\s+(?:all\s+)?select\b|;\s*(?:drop|delete|update|insert|alter|truncate|create|exec|attach|grant|copy)\s+\w|\b(?:drop|truncate)\s+table\s+\w|\bdelete\s+from\s+\w|\binsert\s+into\s+\w+\s*(?:\(|values|select)|\bupdate\s+\w+\s+set\s+\w+\s*=|\b(?:pg_sleep|benchmark|waitfor\s+delay|xp_cmdshell|load_file|load_extension)\s*[('"]/i,
  ],
  ['template', /\{\{[^{}]{1,200}\}\}|[$#]\{[^{}.(]{0,99}[.(]|<%[^%]{1,200}%>|\$\{jndi:/i],
  [
    'markup',
    /<!DOCTYPE[^>]*\[|<!ENTITY|\bSYSTEM\s+["'](?:file|https?):|<script\b|<iframe\b|\bon(?:error|load|click)\s*=|javascript:|<svg[^>]*\bon/i,
  ],
  [
    'XML',
    /<(?:wfs|soap(?:env)?|dav?|ns\d|m|tns):(?:transaction|delete|insert|update|replace|remove|propertyupdate)\w{0,40}[\s>/]/i,
  ],
  ['GraphQL', /\bmutation\b(?:\s{1,9}\w{1,40})?\s{0,9}[({]/],
  ['RPC', /"(?:method|jsonrpc)"\s*:\s*"(?:tools\/call|\w*(?:delete|write|exec|eval)\w*|2\.0)"/i],
]

/** Operators by which databases without SQL, and objects, are reached. */
const operators =
  /^(?:\$(?:where|ne|gt|gte|lt|lte|regex|in|nin|or|and|function|accumulator|expr|out|merge|set|unset|eval|lookup)|__proto__|constructor|prototype|\$ref|\$eval)$/

/** Those with which MongoDB is asked: in a pipeline `$set` adds a field to what is shown. */
const readingOperators = /^\$(?:ne|gte?|lte?|regex|in|nin|or|and|expr|set|unset|lookup)$/

const headersThatReach =
  /^(?:authorization|cookie|set-cookie|proxy-.*|x-http-method(?:-override)?|x-method-override|host|x-forwarded-.*|x-real-ip|x-original-.*|x-rewrite-url|forwarded|transfer-encoding|content-length|connection|upgrade|te|trailer|x-api-key|api-key|x-auth.*|x-access-token|x-csrf.*|x-amz-.*|x-google-.*|metadata.*|x-aws-.*|x-metadata-token|destination|x-admin.*|x-internal.*|x-original-url|via|expect|impersonate.*|x-user.*|x-debug.*)$/i

/** Texts that a person would write or look for: in these commands are topics. */
const textKeys =
  /(?:^|_)(?:q|query|queries|question|text|search|search_query|search_text|topic|title|keyword|keywords|term|terms|phrase|content|body|message|prompt|subject|description|summary|caption|markdown|note|comment|claim|sentence|passage|needle|label|name)$/

export const isFreeText = ({ key }: Leaf): boolean => textKeys.test(key)

/** What hides in keys and in values, whatever they are for. */
export function hiddenReasons({ keys, leaves, tooMuch }: ReadArguments, isDocumentQuery: boolean): Reason[] {
  const reasons: Reason[] = []
  if (tooMuch !== null) reasons.push(floor(0.7, 'argumentUnfit', { argument: '', problem: tooMuch }))
  for (const { key, path, value } of keys) {
    const argument = writtenPath(path)
    // A column of a table that is computed with, and what stands in it.
    const isCell = path[0] === 'tables' && key === 'constructor' && typeof value !== 'object'
    if (!isCell && operators.test(key) && !(isDocumentQuery && readingOperators.test(key)))
      reasons.push(floor(0.7, 'argumentSmuggles', { argument, word: key }))
    if (isLookalike(key) || hidesText(key))
      reasons.push(floor(0.8, 'argumentDisguised', { argument: excerptOf(argument) }))
  }
  const seen = new Set<string>()
  for (const { key, path } of keys) {
    const place = `${path.slice(0, -1).join('\u0000')}\u0000${plainText(key)}`
    if (seen.has(place))
      reasons.push(floor(0.7, 'argumentSmuggles', { argument: writtenPath(path), word: excerptOf(key) }))
    seen.add(place)
  }
  for (const leaf of leaves) {
    const argument = writtenPath(leaf.path)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they end texts early, and hide what follows.
    if (typeof leaf.value === 'string' && (hidesText(leaf.text) || /[\x00\x08\x1b\x7f]/.test(leaf.text)))
      reasons.push(floor(0.8, 'argumentDisguised', { argument }))
  }
  return reasons
}

/** Languages of questions in which words and quotations stand as they do in SQL. */
const asksItself = /^(?:jql|cql|kql|spl|logql|promql)$/

/** A condition that a catalogue offers to filter by: `title like 'War' and period = '1900'`, with nothing behind it and none that is always true. */
const isCondition = ({ key, text }: Leaf): boolean =>
  /^\$?(?:where|filter)$/.test(key) &&
  text.length <= 500 &&
  text.split("'").length % 2 === 1 &&
  text.split('"').length % 2 === 1 &&
  !/;|--|\/\*|#|\b(?:union|select|insert|delete|drop|update|into|exec|sleep|benchmark|waitfor|load_file)\b|\bor\b\s{0,9}(?:true|not|['"]?\d)|\bor\b\s{0,9}(['"]?\w{1,40}['"]?)\s{0,9}(?:=|like)\s{0,9}\1/i.test(
    text,
  )

/** What is looked for by a pattern. */
const isSoughtBy = ({ key }: Leaf): boolean => /^(?:pattern|regexp?|grep)$/.test(key)

/** Values that a tool might run, or that say more than their key lets expect. */
export function commandReasons(leaf: Leaf, isTopic: boolean, { tool, question }: ProposedCall): Reason[] {
  if (typeof leaf.value !== 'string') return []
  const argument = writtenPath(leaf.path)
  const text = leaf.text.slice(0, 20_000)
  const reasons: Reason[] = []
  const shown = decoded(text).normalize('NFKC')
  const forms = [text, shown, ...(isTopic ? [] : decodings(text))]
  // What is looked for by a pattern is run by nobody: `TODO|rm\\s+-rf`.
  const isPattern =
    (isSoughtBy(leaf) || (leaf.key === 'args' && /^(?:rg|ripgrep|u?grep|ag|ack)(?![a-z])/i.test(tool.name))) &&
    !/\$\((?!\?)|`|;/.test(text)
  const found = commands.find(
    ([name, pattern]) =>
      (isTopic ? name === 'RPC' || (name === 'XML' && leaf.key === 'body') : true) &&
      !(name === 'shell' && isPattern) &&
      !(name === 'SQL' && (asksItself.test(leaf.key) || isCondition(leaf))) &&
      forms.some((form) => pattern.test(form)),
  )
  if (found !== undefined) reasons.push(floor(0.7, 'argumentCommands', { argument, word: found[0] }))
  // Notes on attacks, as the person wrote them.
  if (isTopic && isRun(shown) && !isRun(question))
    reasons.push(floor(0.7, 'argumentCommands', { argument, word: 'shell' }))
  if (leaf.path.includes('headers')) {
    const isGet = /^x-(?:http-)?method-override$|^x-http-method$/i.test(leaf.path.at(-1) ?? '') && /^get$/i.test(text)
    if (!isGet && headersThatReach.test(leaf.path.at(-1) ?? ''))
      reasons.push(floor(0.7, 'argumentSmuggles', { argument, word: leaf.path.at(-1) ?? '' }))
    if (text.length > 200) reasons.push(risk(0.6, 'materialLeaves', { argument }))
  }
  const isLine = leaf.path.includes('headers') || !isTopic
  if (isLine && /%0[da]|\r\n?\S|\n[\w-]+:\s/i.test(text) && leaf.key !== 'sql' && leaf.key !== 'code')
    reasons.push(floor(0.7, 'argumentSmuggles', { argument, word: 'CRLF' }))
  if (
    leaf.isNested &&
    /^(?:sql|command|cmd|path|url|code|script|exec|tool|name|method|arguments|tier|granted|read_only|readonly|decision|roots|egress)$/.test(
      leaf.key,
    )
  ) {
    reasons.push(floor(0.7, 'argumentSmuggles', { argument, word: leaf.key }))
  }
  return reasons
}

/** What a shell would run behind the name of a file; Quarry's own tools open files, and no shell. */
export const shellReasons = (leaf: Leaf, isOwnRead: boolean): Reason[] =>
  shell.test(leaf.text) && !(isOwnRead && !/[$`|<>\n]/.test(leaf.text))
    ? [floor(0.7, 'argumentCommands', { argument: writtenPath(leaf.path), word: 'shell' })]
    : []

/** An option where a program expects a name: `--output=…`. */
export function optionReasons(leaf: Leaf, next?: string): Reason[] {
  const { key, value, text, path } = leaf
  if (typeof value !== 'string' || text.length >= 500 || (!text.startsWith('-') && /[.!?]\s/.test(text))) return []
  // `sort: "-created"` is the other direction.
  const isOption =
    (isSoughtBy(leaf) ? /^--[a-z]/i : /(?:^|\s)--[a-z]/i).test(text) ||
    (/^-[a-z]/i.test(text) && !/(?:^|_)(?:sort|order|order_by|sort_by)$/.test(key) && path[0] !== 'query')
  // `-f 12`, `-O tsv`: what follows is no file and no program.
  const isPlain =
    takesOptions.test(key) &&
    /^-[a-zA-Z]$/.test(text) &&
    /^[\w%.,:+-]{0,20}$/.test(next ?? '') &&
    !/\.[a-z]{1,4}$/i.test(next ?? '')
  const isMisplaced =
    isOption && !isPlain && (!takesOptions.test(key) || optionsThatReach.test(text) || lettersThatReach.test(text))
  const isAddressed = partsOfAddress.test(text) && !takesAddressParts.test(key)
  return isMisplaced || isAddressed
    ? [floor(0.7, 'argumentSmuggles', { argument: writtenPath(path), word: excerptOf(text) })]
    : []
}
const takesOptions = /^(?:options?|flags?|args|extra_args|switches)$/
/** Options by which a program that reads writes a file, runs another one, or takes its settings from elsewhere. */
const optionsThatReach =
  /(?:^|\s)-{1,2}(?:output|exec|execute|upload-pack|receive-pack|ext-diff|textconv|config|open-files-in-pager|pager|pre|use-compress-program|to-command|checkpoint-action|rsh|delete|force|hard|prune|remove|overwrite|write|post-file|post-data|upload-file|proxy|load|eval|script|run)(?![\w-])|=\s{0,3}(?:[/~]|https?:)/i
/** Letters that mean the same to many programs: a command, a script, a file that is written. */
const lettersThatReach = /(?:^|\s)-(?:[cdeftxo]|O)(?![\w-])/
/** A path of a server and its query, in what should be a name: `logs/_delete_by_query?x=`. */
const partsOfAddress = /[?&][\w.-]{1,60}=|\/_[a-z]|^_(?:delete|update|bulk|reindex|create|close|shutdown|snapshot)/i
const takesAddressParts =
  /(?:^|_)(?:filter|filters|query|params|parameters|search|where|cursor|token|range|expression|pattern)$/

/** Even in a text: substitution that only a shell reads, with a program in it. */
const isRun = (text: string): boolean =>
  /\$\((?:curl|cat|rm|wget|id|whoami|env|nc|bash|sh)\b|;\s*rm\s+-rf?\s+[/~*]|\|\s*(?:ba)?sh\b|['"]\s*;\s*(?:drop|delete|update|insert|alter|truncate)\s+\w[^?]*--|%0[da]%0[da]|\$\{jndi:/i.test(
    text,
  )

/** A text as servers and parsers read it: percent signs, escapes and entities decoded. */
export function decoded(text: string): string {
  let now = text
  for (let round = 0; round < 3 && /%[0-9a-f]{2}/i.test(now); round++) {
    try {
      now = decodeURIComponent(now)
    } catch {
      return now
    }
  }
  return now
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&(?:#x?[0-9a-f]+|lt|gt|quot|amp);/gi, (entity) => entities[entity.toLowerCase()] ?? entity)
}
const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
  '&#39;': "'",
  '&#x27;': "'",
}

/** Pictures, frames and links of a text that load something or carry it out when the text is shown. */
export function contentReasons(leaf: Leaf): Reason[] {
  if (typeof leaf.value !== 'string') return []
  const argument = writtenPath(leaf.path)
  const text = leaf.text.slice(0, 200_000)
  const loading =
    /!\[[^\]]{0,200}\]\(\s{0,9}<?((?:https?:)?\/\/[^\s)>]+)/i.exec(text) ??
    /^ {0,9}\[[^\]]{1,100}\]:\s{0,9}<?((?:https?:)?\/\/\S{1,200})/im.exec(text) ??
    /<(?:img|iframe|script|link|video|audio|source|object|embed|image|use|form|base|meta)\b[^>]{0,300}?(?:src|href|data|action|srcset|content|poster)\s*=\s*["']?[^"'>]{0,20}?((?:https?:)?\/\/[^\s"'>]+)/i.exec(
      text,
    ) ??
    /(?:url\(|@import)\s*["']?((?:https?:)?\/\/[^\s"')]+)/i.exec(text)
  const reasons: Reason[] = []
  if (loading !== null) reasons.push(floor(0.7, 'contentLoads', { argument, host: excerptOf(loading[1] ?? '') }))
  const link = /\]\(\s{0,9}<?(https?:\/\/[^\s)>]{1,2000})/i.exec(text)
  if (
    link !== null &&
    (holdsSecret(link[1] ?? '') || carriesEncodedText(link[1] ?? '') || /\{[^{}]{0,99}\}|\$\w/.test(link[1] ?? ''))
  )
    reasons.push(floor(0.7, 'contentLoads', { argument, host: excerptOf(link[1] ?? '') }))
  if (
    /<script\b|javascript:|\bon(?:error|load)\s*=|^ {0,9}[=+@][A-Z]{1,20}\(.{0,200}(?:https?:|cmd)|=(?:WEBSERVICE|HYPERLINK|IMPORTDATA|IMPORTXML|IMAGE|DDE)\(/im.test(
      text,
    )
  )
    reasons.push(floor(0.7, 'contentLoads', { argument, host: 'script' }))
  return reasons
}
