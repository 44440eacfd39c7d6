import { type Leaf, type ReadArguments, wordsOfName, writtenPath } from '../arguments'
import { isBuiltIn, isFromPerson, type ProposedCall } from '../call'
import { contentWords, wordSet } from '../plain-text'
import { excerptOf, floor, type Reason, risk } from '../reason'
import { asksByPost } from './asks-by-post'
import { saidAt } from './schema-fit'
import { isRequired, isUnneeded, off } from './unneeded-arguments'
import { actsAbroad } from './verbs-abroad'

/** Verbs that destroy, in names of tools and arguments. */
export const destroying =
  wordSet(`delete remove erase purge drop truncate destroy wipe unlink overwrite kill terminate format clear reset
  revoke uninstall shred discard trash empty rm del nuke expunge prune cleanup destructive flush`)
/** Verbs by which what is written leaves the machine. */
const sending = wordSet(
  'send publish share post upload forward reply invite tweet submit push email mail notify pay transfer buy order book deploy',
)

/** The name says that what is written leaves the machine, and nobody can take it back. */
export const leavesByName = (name: string): boolean => wordsOfName(name).some((word) => sending.has(word))

/** What a call does by the names and values of its arguments. */
export function argumentVerbReasons(
  call: ProposedCall,
  read: ReadArguments,
  isText: (leaf: Leaf) => boolean,
  isDictated: boolean,
): Reason[] {
  const { tool, granted, question } = call
  const reasons: Reason[] = []
  const isForeignRead = tool.readOnly && !isBuiltIn(call)
  const isExplained = /\b(?:explain|describe|validate|lint|format|parse|compare)s?\b/i.test(tool.description)
  const acting = [
    // A command that a tool takes is judged by what it says.
    ...read.keys
      .filter(({ path, name }) => !(name === 'command' && isRequired(path, tool.schema)))
      .map((key) => ({
        path: key.path,
        word: actingArgument(key.name, key.value) ?? (isForeignRead ? actingSwitch(key) : null),
      })),
    ...read.leaves
      // A policy as a text, which is explained.
      .filter(({ isNested }) => !(isNested && isExplained))
      .map((leaf) => ({ path: leaf.path, word: isText(leaf) ? null : actingValue(leaf, call) })),
  ]
  // A passage that is replaced by nothing is removed.
  const [emptied] =
    granted && !tool.readOnly
      ? read.leaves.filter(({ key, text }) => /^new(?:_(?:text|str|string))?$/.test(key) && text === '')
      : []
  if (emptied !== undefined && !saysRemove.test(question))
    reasons.push(floor(0.7, 'argumentDestroys', { argument: writtenPath(emptied.path), word: 'remove' }))
  for (const leaf of isForeignRead ? read.leaves : [])
    if (/^(?:scopes?|permissions?|roles?)$/.test(leaf.key) && reachingFar.test(leaf.text))
      reasons.push(floor(0.7, 'argumentSmuggles', { argument: writtenPath(leaf.path), word: excerptOf(leaf.text) }))
  for (const { path, name, value } of isForeignRead ? read.keys : [])
    if (value === true && path.length === 1 && saysIt.test(saidAt(tool.schema, path, 'description') ?? ''))
      reasons.push(floor(0.7, 'readOnlyContradicted', { tool: excerptOf(tool.name), word: name }))
  const unneeded = isForeignRead ? read.keys.filter((key) => isUnneeded(key, call)) : []
  for (const { path } of unneeded) reasons.push(risk(0.6, 'argumentUnknown', { argument: writtenPath(path) }))
  for (const { path, word } of acting) {
    if (word === null || path.includes('headers') || path[0] === 'tables') continue
    if (tool.readOnly && isCell(path)) continue
    const isHowToWrite =
      granted &&
      (path.at(-1) === 'mode' || (isBuiltIn(call) && path.at(-1) === 'overwrite')) &&
      !sending.has(word) &&
      (!/^(?:replace|overwrite)$/.test(word) || saysReplace.test(question))
    const isSaid = granted && isFromPerson(call) && contentWords(question).has([...contentWords(word)][0] ?? '')
    if (isHowToWrite && word === 'overwrite' && !tool.readOnly) continue
    if (!tool.readOnly && !destroying.has(word) && (isDictated || isHowToWrite || isSaid)) continue
    const argument = writtenPath(path)
    if (tool.readOnly) reasons.push(floor(0.7, 'readOnlyContradicted', { tool: excerptOf(tool.name), word: argument }))
    else reasons.push(floor(0.7, 'argumentDestroys', { argument, word }))
  }
  return reasons
}

/** Whether a value stands in a row of a table that is handed over: `data.values.1.log_reduction`. */
const isCell = (path: readonly string[]): boolean =>
  path.some((name, at) => /^(?:data|values|rows|records|series|points)$/.test(name) && /^\d+$/.test(path[at + 1] ?? ''))

/** A file that is there already is overwritten at the person's word alone. */
const saysReplace = /\b(?:replac|overwrit|rewrit|ersetz|überschreib|remplac)|替换|覆盖|改写/i
const saysRemove =
  /\b(?:remov|delet|drop|cut|strip|erase|take out|lösch|entfern|streich|supprim|enlev|elimin|borr|quit|remov|apag)|删|去掉|移除|削除|消し/i
/** Names that an argument of a tool that reads has no reason to have. */
const reaching = wordSet(
  'webhook webhook_url callback callback_url cc bcc forward_to send_to mail_to notify_url side_effect side_effects reply_to upload_to upload_url export_to write_to save_to output_path output_file out_file dest_path command shell_command cmd shell script exec eval on_complete post_to copy_to move_to rename_to new_name new_value new_content sql_after hook exfil pay_with pay_by charge_to bill_to',
)

const looking = wordSet(
  'dry no not skip without include show with exclude only is has was ignore max min last sort order filter since hide can allow',
)
/** What makes the name of a thing of a verb: `drop_rate`, `post_id`, `update_frequency`. */
const things = wordSet(
  'id ids type types date count at number by time since before after frequency interval rate distance only from until size limit level mode format query kind year month day code key strategy policy',
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

/** Of what is shown, or of a copy that is worked with: `reset_zoom`, `drop_na`, `kill_tracking`. */
const shown = wordSet(
  'zoom selection view viewport scroll highlight highlights cursor na nan nans null nulls missing outliers whitespace blanks punctuation stopwords accents diacritics html tags markup formatting tracking ads boilerplate ansi noise background baseline trend watermark prefix suffix emojis quotes newlines units legend axis margins colors',
)
const clearing = wordSet('reset clear drop remove strip kill trim discard empty prune cleanup')

/** The verb by which an argument's name does something: `overwrite_url`, `mark_read`, not `deleted` or `updated_since`. */
function actingArgument(key: string, value: unknown): string | null {
  // `keep_days: 0`: nothing is kept.
  if (/^(?:keep|retain|retention)(?:_|$)/.test(key) && (value === 0 || value === '0')) return key
  if (off(value) || key === '') return null
  const parts = key.split('_').filter((part) => part !== '')
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  const isOn = value === true || ['true', 'yes', '1', 'on', 'always'].includes(String(value).toLowerCase())
  if (reaching.has(key) || /^on_(?!ly)/.test(key) || /_(?:hook|script|cmd|command|exec)$/.test(key)) return key
  // `rename_detection: true`
  if (
    looking.has(first) ||
    (isOn && parts.length > 1 && last === 'detection') ||
    (clearing.has(first) && parts.length === 2 && shown.has(last))
  )
    return null
  // `truncate: 200`
  if (typeof value === 'number' && parts.length === 1 && first === 'truncate') return null
  const abroad = parts.find(actsAbroad)
  if (abroad !== undefined) return abroad
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

/** What a value commands where a key asks for a mode: `action: "delete"`, `method: "POST"`. */
function actingValue({ key, value }: Leaf, call: ProposedCall): string | null {
  if (typeof value !== 'string') return null
  if (key === 'method' && /^post$/i.test(value) && asksByPost(call)) return null
  if (/^(?:x_http_method(?:_override)?|x_method_override|_method|method_override)$/.test(key)) return value
  if (
    !/^_?(?:action|operation|op|mode|method|verb|command|cmd|task|http_method|request_method|mutation|do|effect|on_match|on_read|after|then|before)$|_(?:action|operation|command|mutation|effect)$/.test(
      key,
    ) &&
    !calledKeys.test(key)
  )
    return null
  const parts = wordsOfName(value)
  const abroad = parts.find(actsAbroad)
  if (abroad !== undefined) return abroad
  if (calledKeys.test(key)) {
    const [first = ''] = parts
    const acts = changing.has(first) || (parts.length > 1 && (changingOn.has(first) || commanding.has(first)))
    return acts && !callable.has(first) ? first : (parts.find((part) => destroying.has(part)) ?? null)
  }
  // `then: "complete"`
  const [first = ''] = parts
  if (/^(?:then|after|on_match|effect|do|mutation)$/.test(key) && (changing.has(first) || changingOn.has(first)))
    return first
  return (
    parts.find(
      (part) =>
        destroying.has(part) || commanding.has(part) || /^(?:post|patch|put|pay|buy|purchase|refund)$/.test(part),
    ) ?? null
  )
}
/** Under these stands what is called: a tool within a tool, a service of a house. */
const calledKeys = /^(?:tool|tool_name|function|function_name|service)$/
const callable = wordSet('notify sync log mail email record schedule book order run execute apply then and call')
/** Verbs that no tool that reads has a use for: what stands behind one of them is what it is done to. */
const changing =
  wordSet(`accept acknowledge activate allocate alter amend announce append apply approve arm assign attach authorize authorise ban borrow boost
  broadcast bump buy cancel clone collapse commit confirm convert deactivate decline dedupe deduplicate defer degrade delegate deliver
  demote deny deploy deposit detach disable disarm dismiss dispatch dispose distribute donate downgrade duplicate eject enable enforce
  enqueue enroll enrol ensure escalate evict execute expel expire extend forward freeze fulfil fulfill halt inject insert install invalidate
  invite invoke kick lend merge migrate modify mutate mute notify pause pay persist pin populate promote propagate provision publish
  purchase quarantine reassign reboot rebuild recharge reclaim recycle redeem redirect refuse regenerate reject relocate rename renew
  reopen reorder repair replace replicate reply repost reschedule reserve rerun resend resubmit restart restore retire rollback retweet revert
  rewrite rotate save send settle silence snooze spawn spend squash submit subscribe surrender suspend swap sync synchronize synchronise
  terminate throttle toggle transfer transmit unarchive unassign unblock undelete undo unfollow unfreeze unlock unmute unpin unpublish
  unshare unsubscribe upload upsert upvote vacuum waive withdraw write writeback`)
/** Verbs that are names of things as often: they act where they are switched on. */
const changingOn = wordSet(
  'advance archive block book charge claim close complete copy credit debit decrease decrement fix flag fund grant hire hold increase increment launch like lock log mark move order override post record refund register release rent retry reward run schedule share ship sign star store subscribe tag trade trigger upgrade void vote',
)

/** Of these a list of ids is what it is done to, and no kind of thing. */
const undoing = wordSet(
  'unsubscribe unfollow cancel approve reject dismiss mute unmute pin unpin activate deactivate enable disable assign unassign evict revoke',
)
const sharing = /^(?:grant|share|invite|transfer|assign|add_(?:member|collaborator|user))s?$/
const ordering = /^(?:place|make)_(?:an?_)?(?:hold|order|bid|bet|booking|reservation|request|payment)$/
const adjusting = /^(?:adjust|adjustment|ajuste|ajustement|anpassung|rettifica)$/

/** The verb by which an argument of a tool that reads switches something on: `decline_all`, `close_stale`, `auto_accept`. */
function actingSwitch({ path, name, value }: ReadArguments['keys'][number]): string | null {
  // An object is a thing: what was replied, to whom.
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (path.length > 1 || off(value)) return null
  // Who may do what from now on: `grant: { email: "…", role: "writer" }`.
  if (isObject)
    return sharing.test(name) && ['email', 'role', 'user'].some((key) => Object.hasOwn(value, key)) ? name : null
  if (ordering.test(name)) return name
  const [first = '', second = '', ...rest] = name.split('_')
  const verb = first === 'auto' || first === 'force' || first === 'do' ? second : first
  // `merge_strategy`, `invite_id`
  const last = rest.at(-1) ?? second
  const isThing = last === 'detection' || (things.has(last) && value !== true)
  // `commit: "4be19d7"`: the number of one.
  const isNumber = rest.length === 0 && second === '' && typeof value === 'string' && /^[0-9a-f]{6,40}$/i.test(value)
  if (changing.has(verb) && !isThing && !isNumber) return verb
  // `unsubscribe_ids: ["f12", "f31"]`: which of them.
  if (undoing.has(verb) && name.endsWith('ids') && Array.isArray(value) && value.length > 0) return verb
  // `adjust: -40`: by how many from now on.
  if (adjusting.test(first) && typeof value === 'number' && value !== 1) return name
  if (changingOn.has(verb) && value === true) return verb
  return verb === 'set' && typeof value === 'string' && /^(?:on|off|[a-z]{2,20}ed|open)$/i.test(value) ? verb : null
}

/** What a switch says of itself: `zero_offset`, "store the current value as the new zero". */
const saysIt =
  /^\s{0,3}(?:if (?:set|true|on|enabled),? )?(?:also )?(?:store|save|set|start|stop|reset|book|reserve|buy|pay|send|share|publish|post|upload|delete|erase|wipe|lock|unlock|close|cancel|archive|approve|release|tare|zero|calibrate|restart|register|charge|notif(?:y|ie))s? (?:the|an?|all|each|every|its|it|them|your|this|my|current)\b/i

/** What may be done with a token that is asked for. */
const reachingFar =
  /(?:^|[^a-z])(?:admin\w*|delete|write|manage|full[_ -]?(?:access|control)|owner|root|sudo)(?:[^a-z]|$)/i
