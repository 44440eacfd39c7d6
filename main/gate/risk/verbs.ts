import { type Leaf, type ReadArguments, wordsOfName } from '../arguments'
import { isBuiltIn, isFromPerson, type ProposedCall } from '../call'
import { contentWords, wordSet } from '../plain-text'
import { byDefault, excerptOf, floor, type Reason, risk } from '../reason'
import { argumentVerbReasons, destroying, leavesByName } from './argument-verbs'
import { actsAbroad, doneAbroad } from './verbs-abroad'

/** Verbs that change something, send something, or run something. */
const writing =
  wordSet(`write create update insert add append put post send publish share upload move rename edit modify set save store
  patch replace forward reply invite submit push commit merge deploy install execute exec eval run start stop restart schedule book buy
  order pay transfer withdraw approve reject grant assign mark archive unarchive subscribe unsubscribe notify call sign sync import copy
  enable disable lock unlock register cancel close open_issue mkdir touch chmod chown shell bash cmd spawn restore rollback migrate
  compact rotate expire tidy tune optimize optimise vacuum defragment reindex repair fix merge
  upsert apply attach detach link unlink block mute checkout increment decrement bump log track record report follow unfollow like vote react rate tweet dial print dispatch trigger invoke`)
const reading =
  wordSet(`get list search read find describe show query count fetch lookup look recall check view preview browse resolve
  compare summarize summarise explain inspect select scan tree stat info head tail grep glob ping status health validate verify test parse
  extract analyze analyse calculate compute convert translate estimate measure chart plot draw render detect classify match diff monitor
  watch is has can echo think retrieve load discover suggest recommend rank sort filter aggregate sample peek geocode reverse forecast
  define spell tokenize embed time clock now current which what where who when ask answer simulate predict access export download print`)

/** `call_api`, `run_query`: what is run says what it does. */
const neutral = wordSet('call run execute exec invoke send submit make perform do start print book store order')
const subjects = wordSet(
  'stats statistics status history count counts list info details summary number rate report reports view size types ids names metadata state info overview log logs record records tracks',
)
const asking = wordSet(
  'api query queries search select report request get analysis lookup read sql operation endpoint check test statistics aggregation chapter',
)

/** What a call does by its tool's name, description, kind and arguments. */
export function verbReasons(call: ProposedCall, read: ReadArguments, isText: (leaf: Leaf) => boolean): Reason[] {
  const { tool, granted } = call
  const dictated = isDictated(call, read)
  const reasons: Reason[] = []
  if (tool.tier === 'L3' && !granted) reasons.push(byDefault(0.8, 'toolNotGranted', { tool: excerptOf(tool.name) }))
  // A trial that the tool knows as one changes nothing, whatever it is called.
  const isTrial = call.arguments.dry_run === true && /\bdry[ _-]?run\b/i.test(tool.description)
  const named = isBuiltIn(call) ? builtInVerb(tool.name) : isTrial && tool.readOnly ? null : verbOf(tool.name)
  if (!tool.readOnly || tool.tier === 'L3') {
    if (named?.destroys && !(dictated && asksToDestroy(call, read)))
      reasons.push(floor(0.8, 'argumentDestroys', { argument: 'name', word: named.word }))
    else if (leavesByName(tool.name) && !dictated) reasons.push(risk(0.7, 'toolWrites', { tool: excerptOf(tool.name) }))
    else if (!granted || call.asksEachWrite || onlyAsks(call))
      reasons.push(byDefault(0.6, 'toolWrites', { tool: excerptOf(tool.name) }))
  } else if (named !== null) {
    reasons.push(
      floor(named.destroys ? 0.8 : 0.7, 'readOnlyContradicted', { tool: excerptOf(tool.name), word: named.word }),
    )
  } else if (!isBuiltIn(call)) {
    const described = writingVerbIn(tool.description) ?? doneAbroad(tool.description)
    if (described !== null)
      reasons.push(floor(0.7, 'readOnlyContradicted', { tool: excerptOf(tool.name), word: excerptOf(described) }))
  }
  return [...reasons, ...argumentVerbReasons(call, read, isText, dictated)]
}

/** Whether the person granted the tool and said every text of the call themselves, but for how letters begin and end. */
const isDictated = (call: ProposedCall, { leaves }: ReadArguments): boolean =>
  call.granted &&
  call.asksEachWrite !== true &&
  isFromPerson(call) &&
  leaves.every(
    ({ text, value, key }) =>
      typeof value !== 'string' ||
      call.question.includes(pathKey.test(key) ? (text.split(/[\\/]/).at(-1) ?? text) : text) ||
      (letterKeys.test(key) && saysAll(call.question, text)),
  )
/**
 * Whether a person who granted the tool says that this one thing is to go: "Delete the draft d-88". A list, a pattern, a place or a
 * switch beside it reaches further than what was said.
 */
const asksToDestroy = (call: ProposedCall, { leaves }: ReadArguments): boolean =>
  saysDestroy.test(call.question) &&
  !afterSomething.test(call.question) &&
  !isBuiltIn(call) &&
  leaves.length > 0 &&
  leaves.every(
    ({ value, text }) =>
      typeof value === 'string' &&
      /^[\p{L}\p{N}][\p{L}\p{N} ._-]{1,80}$/u.test(text) &&
      !everything.test(text) &&
      // `d-8` stands in "d-88" and is not named by it.
      call.question
        .split(text)
        .some((before, at, all) => at + 1 < all.length && !/[\w-]$/.test(before) && !/^[\w-]/.test(all[at + 1]!)),
  )
const saysDestroy =
  /\b(?:delet|remov|eras|discard|drop|trash|lösch|entfern|supprim|effac|elimin|borr|apag|cancella|rimuov)|删|移除|去掉|丢弃/i
const everything =
  /^(?:all|any|every(?:thing)?|alles?|alle|tous|toutes?|todos?|todas?|tutt[oi]|inbox|trash|archive|root|home)$/i

const pathKey = /(?:^|_)(?:path|file|folder)$/
const letterKeys = /^(?:body|subject|text|message|title)$/
const courtesies = contentWords(
  'viele freundliche mit buongiorno buonasera saluti distinti grazie gentile saludos buenos días gracias estimado estimada olá bom dia obrigado obrigada abraços 你好 您好 谢谢 此致 敬礼 Dear Hello Hi Good morning best kind regards wishes sincerely yours thanks thank you cheers liebe lieber hallo gruß grüße herzliche bonjour cordialement merci',
)

/** Whether every word of a text was said, whatever their order: none of it can come from elsewhere. */
function saysAll(question: string, text: string): boolean {
  const said = contentWords(question)
  // Who signs is the person.
  const unsigned = text.replace(
    /((?:grüße|gruß|regards|wishes|saluti|saludos|abraços|sincerely|yours|cordialement)[,!]?)\s{1,3}\p{L}[\p{L}. ]{0,30}$/iu,
    '$1',
  )
  if (/https?:|@/.test(text)) return false
  // 我明天发给她 is written to her as 我明天发给你.
  const isSaid = (word: string): boolean =>
    said.has(word) ||
    courtesies.has(word) ||
    (/[你您]/u.test(word) && ['他', '她', '他们'].some((who) => said.has(word.replace(/[你您]/u, who))))
  return [...contentWords(unsigned)].every(isSaid)
}

/**
 * Whether the person asks after something, and says nothing of what a foreign tool does: what they granted is for another time. Quarry's own
 * tools write what answers a question, too.
 */
function onlyAsks(call: ProposedCall): boolean {
  const { question, tool } = call
  if (isBuiltIn(call) || !afterSomething.test(question)) return false
  const asked = contentWords(question)
  const does = wordsOfName(`${tool.name} ${tool.description}`).filter(
    (word) => writing.has(word.replace(/e?s$/, '')) || writing.has(word.replace(/s$/, '')),
  )
  return !does.some((word) => [...contentWords(word)].some((stem) => asked.has(stem)))
}
const afterSomething =
  /^[\s¿]{0,9}(?:qué|cuánt[oa]s?|dónde|cómo|tiene|está|qual|quais|quanto|quantos|onde|quem|is|are|was|were|does|do|did|has|have|had|what|which|who|whose|when|where|why|how|ist|sind|war|wann|wer|wie|was|wo|warum|quand|qui|quel(?:le)?s?|combien|cuándo|quién|cuál)(?![\p{L}])[^?]{0,400}\?\s{0,9}$/iu

/** A tool that reads says so by its first word; `get_and_delete` says more. */
function verbOf(name: string): { readonly word: string; readonly destroys: boolean } | null {
  const parts = wordsOfName(name)
  const meant = (word: string | undefined): { word: string; destroys: boolean } | null =>
    word === undefined
      ? null
      : destroying.has(word)
        ? { word, destroys: true }
        : writing.has(word)
          ? { word, destroys: false }
          : null
  const [first = ''] = parts
  for (let at = 1; at < parts.length - 1; at++) {
    if (['and', 'then', 'or', 'with'].includes(parts[at] ?? '')) {
      const joined = meant(parts[at + 1])
      if (joined !== null && (joined.destroys || !reading.has(joined.word))) return joined
    }
  }
  const abroad = parts.find(actsAbroad)
  if (abroad !== undefined) return { word: abroad, destroys: false }
  if (reading.has(first)) return null
  // `post_stats`, `order_status`: about a thing.
  if (parts.length > 1 && subjects.has(parts.at(-1) ?? '') && !destroying.has(first)) return null
  // Where a thing is on its way.
  if (first === 'track' && /^(?:parcel|package|shipment|delivery|order|flight|train|bus|vessel)$/.test(parts[1] ?? ''))
    return null
  if (neutral.has(first) && parts.slice(1).some((part) => asking.has(part))) return null
  const leading = meant(first)
  if (leading !== null) return leading
  const last = parts.length > 1 ? meant(parts.at(-1)) : null
  if (last !== null && (last.destroys || !reading.has(last.word))) return last
  const second = parts.length > 2 && !parts.some((part) => reading.has(part)) ? meant(parts[1]) : null
  return second
}

/** Our own tools are what their registration says; their names are not interpreted, but for what writes. */
const builtInVerb = (name: string): ReturnType<typeof verbOf> =>
  /^(?:save_file|apply_change)$/.test(name) ? { word: 'write', destroys: false } : verbOf(name)

const thirdPerson =
  /\b(?:deletes?|removes?|overwrites?|rewrites?|updates?|writes?|uploads?|posts?|publishes|executes?|marks?|moves?|renames?|purges?|erases?|sends?|forwards?|modifies|changes?|clears?|resets?|archives?|replaces?|shares?|syncs?|saves?|creates?|inserts?|cancels?|transfers?|submits?|drops?|wipes?|truncates?|revokes?|pays?|increments?|logs?|records?|stores?|notifies|reports?|starts?|defrosts?)\b/gi
const gerund =
  /\b(?:after|by|before|while|and|also|then|silently|automatically|when)\s{1,3}(?:\w{1,20}ly\s)?(deleting|removing|overwriting|updating|writing|uploading|posting|publishing|executing|marking|moving|renaming|purging|erasing|sending|forwarding|modifying|clearing|resetting|archiving|sharing|syncing|saving|creating|inserting|logging|storing|recording|reporting)\b|,\s(deleting|removing|overwriting|updating|uploading|posting|publishing|executing|marking|sending|forwarding|clearing|archiving|sharing|syncing|logging|recording)\b/i
const passive =
  /\b(?:is|are|gets?|will be) (?:\w{1,20}ly )?(?:deleted|removed|overwritten|sent|forwarded|uploaded|archived|cleared|published|purged|erased|reported)\b/i
const becoming = /\bbecomes? (?:public|visible|published|shared|searchable)\b/i
const negation =
  /\b(?:not|never|no|without|nothing|cannot|can't|doesn't|neither|nor|isn't|who|that|when|last|recent|were|was|been)\b[^.;!?]{0,40}$/i
/** `deletes nothing`, `changes no file`. */
const nothing = /^\s{1,3}(?:nothing|none|no|neither)\b/i
const request =
  /^\s{0,3}(?:a |an |the |one )?(?:single |read-only )?(?:select|get|http|https|head|search|query|request|api|read)\b/i
const noun =
  /^\s{0,3}(?:of|from|for|in|on|by|about|since|between|per|to (?:a|the) (?:page|file|record)s?|history|log|feed|list|and|or|as)\b/i
const subject = wordSet('and also then it tool this which but silently afterwards automatically or will to instantly')

/** A verb by which a description admits that the tool does more than read; its subject is the tool itself. */
function writingVerbIn(description: string): string | null {
  for (const sentence of description.slice(0, 20_000).split(/[.;!?\n]/)) {
    const doing = gerund.exec(sentence)
    const done = passive.exec(sentence)
    const shown = becoming.exec(sentence)
    if (shown !== null && !/\b(?:not|never|no)\b/i.test(sentence.slice(0, shown.index))) return shown[0]
    if (done !== null && !negation.test(sentence.slice(0, done.index))) return done[0]
    if (doing !== null && !negation.test(sentence.slice(0, doing.index))) return doing[0].trim()
    for (const match of sentence.matchAll(thirdPerson)) {
      const before = sentence.slice(0, match.index).trim()
      const after = sentence.slice(match.index + match[0].length)
      const verb = match[0].toLowerCase()
      // `sends a GET request`; and nouns: `updates of a page`.
      // "Reports doubled entries", and not "reports usage to its maker".
      if (/^reports?$/.test(verb) && !/\b(?:to|usage|back|conversation|question|user)\b/i.test(after)) continue
      if (
        /^starts?$/.test(verb) &&
        /^ {1,3}(?:with|at|an? (?:new )?(?:search|query|scan|look-?up)|the search)\b/i.test(after)
      )
        continue
      if (request.test(after) || after.trim() === '' || negation.test(before) || nothing.test(after)) continue
      if (noun.test(after) && verb.endsWith('s')) continue
      // The tool's verb begins the sentence or follows `and`, `also`, `it`; else it is a noun.
      const last = (before.match(/[a-z]{1,30}$/i)?.[0] ?? '').toLowerCase()
      const opens = before === '' || before.endsWith(',') || subject.has(last) || last.endsWith('ly')
      if (
        opens &&
        (verb.endsWith('s') || before === '' || last === 'will' || last === 'to' || last === 'then' || last === 'also')
      )
        return verb
    }
  }
  return null
}
