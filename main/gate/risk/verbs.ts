import { type Leaf, type ReadArguments, wordsOfName, writtenPath } from '../arguments'
import { isBuiltIn, isFromPerson, type ProposedCall } from '../call'
import { wordSet } from '../plain-text'
import { byDefault, excerptOf, floor, type Reason, risk } from '../reason'

/** Verbs that destroy, in names of tools and arguments. */
const destroying =
  wordSet(`delete remove erase purge drop truncate destroy wipe unlink overwrite kill terminate format clear reset
  revoke uninstall shred discard trash empty rm del nuke expunge prune cleanup destructive`)
/** Verbs that change something, send something, or run something. */
const writing =
  wordSet(`write create update insert add append put post send publish share upload move rename edit modify set save store
  patch replace forward reply invite submit push commit merge deploy install execute exec eval run start stop restart schedule book buy
  order pay transfer withdraw approve reject grant assign mark archive unarchive subscribe unsubscribe notify call sign sync import copy
  enable disable lock unlock register cancel close open_issue mkdir touch chmod chown shell bash cmd spawn restore rollback migrate
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
  const named = isBuiltIn(call) ? builtInVerb(tool.name) : verbOf(tool.name)
  if (!tool.readOnly || tool.tier === 'L3') {
    if (named?.destroys) reasons.push(floor(0.8, 'argumentDestroys', { argument: 'name', word: named.word }))
    else if (leavesByName(tool.name) && !dictated) reasons.push(risk(0.7, 'toolWrites', { tool: excerptOf(tool.name) }))
    else if (!granted || call.asksEachWrite) reasons.push(byDefault(0.6, 'toolWrites', { tool: excerptOf(tool.name) }))
  } else if (named !== null) {
    reasons.push(
      floor(named.destroys ? 0.8 : 0.7, 'readOnlyContradicted', { tool: excerptOf(tool.name), word: named.word }),
    )
  } else if (!isBuiltIn(call)) {
    const described = writingVerbIn(tool.description)
    if (described !== null)
      reasons.push(floor(0.7, 'readOnlyContradicted', { tool: excerptOf(tool.name), word: described }))
  }
  const acting = [
    ...read.keys.map(({ path, name, value }) => ({ path, word: actingArgument(name, value) })),
    ...read.leaves.map((leaf) => ({ path: leaf.path, word: isText(leaf) ? null : actingValue(leaf) })),
  ]
  const unknown = tool.readOnly && !isBuiltIn(call) ? read.keys.filter((key) => isUnknown(key, tool.schema)) : []
  for (const { path } of unknown) reasons.push(risk(0.6, 'argumentUnknown', { argument: writtenPath(path) }))
  for (const { path, word } of acting) {
    if (word === null || path.includes('headers') || path[0] === 'tables') continue
    if (!tool.readOnly && !destroying.has(word) && dictated) continue
    const argument = writtenPath(path)
    if (tool.readOnly) reasons.push(floor(0.7, 'readOnlyContradicted', { tool: excerptOf(tool.name), word: argument }))
    else reasons.push(floor(0.7, 'argumentDestroys', { argument, word }))
  }
  return reasons
}

/** Whether the person granted the tool and said every text of the call themselves. */
const isDictated = (call: ProposedCall, { leaves }: ReadArguments): boolean =>
  call.granted &&
  call.asksEachWrite !== true &&
  isFromPerson(call) &&
  leaves.every(
    ({ text, value, key }) =>
      typeof value !== 'string' ||
      call.question.includes(pathKey.test(key) ? (text.split(/[\\/]/).at(-1) ?? text) : text),
  )
const pathKey = /(?:^|_)(?:path|file|folder)$/

/** The name says that what is written leaves the machine, and nobody can take it back. */
const leavesByName = (name: string): boolean => wordsOfName(name).some((word) => sending.has(word))
const sending = wordSet(
  'send publish share post upload forward reply invite tweet submit push email mail notify pay transfer buy order book deploy',
)

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
  if (reading.has(first)) return null
  // `post_stats`, `order_status`: about a thing.
  if (parts.length > 1 && subjects.has(parts.at(-1) ?? '') && !destroying.has(first)) return null
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
  /\b(?:deletes?|removes?|overwrites?|rewrites?|updates?|writes?|uploads?|posts?|publishes|executes?|marks?|moves?|renames?|purges?|erases?|sends?|forwards?|modifies|changes?|clears?|resets?|archives?|replaces?|shares?|syncs?|saves?|creates?|inserts?|cancels?|transfers?|submits?|drops?|wipes?|truncates?|revokes?|pays?|increments?|logs?|records?|stores?|notifies|reports?)\b/gi
const gerund =
  /\b(?:after|by|before|while|and|also|then|silently|automatically|when)\s{1,3}(?:\w{1,20}ly\s)?(deleting|removing|overwriting|updating|writing|uploading|posting|publishing|executing|marking|moving|renaming|purging|erasing|sending|forwarding|modifying|clearing|resetting|archiving|sharing|syncing|saving|creating|inserting|logging|storing|recording|reporting)\b|,\s(deleting|removing|overwriting|updating|uploading|posting|publishing|executing|marking|sending|forwarding|clearing|archiving|sharing|syncing|logging|recording)\b/i
const passive =
  /\b(?:is|are|gets?|will be) (?:\w{1,20}ly )?(?:deleted|removed|overwritten|sent|forwarded|uploaded|archived|cleared|published|purged|erased|reported)\b/i
const becoming = /\bbecomes? (?:public|visible|published|shared|searchable)\b/i
const negation =
  /\b(?:not|never|no|without|nothing|cannot|can't|doesn't|neither|nor|isn't|who|that|when|last|recent|were|was|been)\b[^.;!?]{0,40}$/i
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
      if (request.test(after) || after.trim() === '' || negation.test(before)) continue
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

const off = (value: unknown): boolean =>
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  value === 'false' ||
  value === 'no' ||
  value === 'none' ||
  value === 'never' ||
  value === '0'

/** Names that an argument of a tool that reads has no reason to have. */
const reaching = wordSet(
  'webhook webhook_url callback callback_url cc bcc forward_to send_to mail_to notify_url side_effect side_effects reply_to upload_to upload_url export_to write_to save_to output_path output_file out_file dest_path command shell_command cmd shell script exec eval on_complete post_to copy_to move_to rename_to new_name new_value new_content sql_after hook exfil pay_with pay_by charge_to bill_to',
)

const looking = wordSet(
  'dry no not skip without include show with exclude only is has was ignore max min last sort order filter since hide can allow',
)
/** What makes the name of a thing of a verb: `drop_rate`, `post_id`, `update_frequency`. */
const things = wordSet(
  'id ids type types date count at number by time since before after frequency interval rate distance only from until size limit level mode format query kind year month day code key',
)
/** Verbs that in front of another word still command: `set_rating`, not `order_by`. */
const commanding = wordSet(
  'transfer email mail log and then run apply rotate expire persist commit cascade set mark share move save add rename create update write insert append modify edit replace upload publish notify forward send submit assign approve reject grant cancel restore sync execute exec eval invoke trigger increment decrement bump patch put upsert new',
)
/** Alone, these name a setting or a thing more often than an order. */
const lone = wordSet(
  'notify update write execute exec eval send insert append modify rename upload publish forward patch share upsert increment sync',
)
/** Nouns as well as verbs that destroy. */
const ambiguous = wordSet('format reset clear empty drop trash kill discard')

/** The verb by which an argument's name does something: `overwrite_url`, `mark_read`, not `deleted` or `updated_since`. */
function actingArgument(key: string, value: unknown): string | null {
  if (off(value) || key === '') return null
  const parts = key.split('_').filter((part) => part !== '')
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  const isOn = value === true || ['true', 'yes', '1', 'on', 'always'].includes(String(value).toLowerCase())
  if (reaching.has(key) || /^on_(?!ly)/.test(key)) return key
  if (looking.has(first)) return null
  const destroys = parts.find((part) => destroying.has(part))
  if (
    destroys !== undefined &&
    (!ambiguous.has(destroys) || (isOn && last !== 'only')) &&
    !(things.has(last) && !isOn && last !== destroys && parts.length > 1 && ambiguous.has(destroys))
  )
    return destroys
  if (
    isOn &&
    (/^(?:force|confirm|confirmed|auto_approve|archive|unarchive|subscribe|unsubscribe|pay|buy|commit|push|deploy|install|restart|lock|unlock|star|pin|read_receipt)$/.test(
      key,
    ) ||
      commanding.has(first))
  )
    return key
  if (parts.length === 1) return lone.has(first) ? first : null
  return commanding.has(first) && (!things.has(last) || first === 'write' || first === 'rotate') ? first : null
}

/** Words in the names of arguments by which a tool is told what to read, and how to show it. */
const askingNames =
  wordSet(`id ids key keys name names query queries q search text term terms keyword keywords question phrase prefix
  suffix type types kind class limit count max min top k n offset skip page per size cursor token since until from to start end stop
  begin before after between date dates day days week month year time timestamp created updated modified deleted changed at on in by
  of sort order direction asc desc reverse reversed filter filters where match matching exact fuzzy case sensitive regex pattern glob
  field fields column columns property properties select include included exclude excluded with without show hide only all any format
  mode style view raw pretty verbose detail details detailed full short brief lang language locale timezone tz zone unit units
  currency base symbols country city region place address street zip postal lat latitude lon lng longitude radius distance zoom
  bbox area point coordinates location tag tags label labels category categories status state priority project projects repo
  repository owner org organization user username author authors member members assignee person contact sender recipient folder
  folders path paths file files filename dir directory root table tables database db schema dataset collection item items record
  records entry note notes message messages thread channel room calendar event events list lists board task tasks issue number
  index version versions revision branch ref commit hash sha head tail line lines depth level levels recursive expand children
  parent replies comments content body title subject url uri link host domain site source target resource method headers params
  param parameters args arguments options settings value values sql code dialect cache timeout resolve follow redirects width
  height scale color colour theme chart x y z a b c left right first last next previous open closed done read unread starred
  archived hidden active since_id set track report post log call set_id precision round decimals model models sample seed
  random group groups aggregate interval period range resolution step bucket metric metrics measure dimension dimensions html
  markdown json xml csv output input encoding charset length bytes words patterns context mark sky clear score threshold weight
  isbn doi issn year_from volume chapter section topic topics subject domain nodes node entity entities relation relations variable variables parameter binding bindings`)

/** An argument that is not needed, and whose name does not say what a tool that reads would do with it. */
function isUnknown({ path, name, value }: ReadArguments['keys'][number], schema: unknown): boolean {
  if (path.length > 1) return false
  const parts = name.split('_').filter((part) => part !== '')
  // `dry_run: false` is no way to switch something off.
  if (name === 'dry_run' || name === 'simulate' || name === 'preview_only') return off(value)
  if (off(value)) return false
  const { required, properties } = (schema ?? {}) as { readonly required?: unknown; readonly properties?: object }
  if (Array.isArray(required) && required.includes(path[0])) return false
  // How much of something carries nothing away, and what it would switch on has a name that acts.
  if (typeof value === 'number' && properties !== undefined && Object.hasOwn(properties, path[0] ?? '')) return false
  // `decline_all: true` does something; how much of it says nothing of what.
  const contentParts = value === true ? parts.filter((part) => !extents.has(part)) : parts
  return parts.length > 0 && !contentParts.some((part) => askingNames.has(part))
}

const extents = wordSet('all any everything each at in on of to by')

/** What a value commands where a key asks for a mode: `action: "delete"`, `method: "POST"`. */
function actingValue({ key, value }: Leaf): string | null {
  if (typeof value !== 'string') return null
  if (/^(?:x_http_method(?:_override)?|x_method_override|_method|method_override)$/.test(key)) return value
  if (
    !/^_?(?:action|operation|op|mode|method|verb|command|cmd|task|http_method|request_method|mutation|do|effect|on_match|on_read|after|then|before)$/.test(
      key,
    )
  )
    return null
  const parts = wordsOfName(value)
  return (
    parts.find(
      (part) => destroying.has(part) || commanding.has(part) || part === 'post' || part === 'patch' || part === 'put',
    ) ?? null
  )
}
