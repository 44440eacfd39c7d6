import { type Leaf, wordsOfName, writtenPath } from '../arguments'
import { isBuiltIn, isFromPerson, type ProposedCall } from '../call'
import { contentWords, plainText, wordSet } from '../plain-text'
import { excerptOf, floor, type Reason, risk } from '../reason'
import { leavesByName } from './argument-verbs'
import { isPath, pathReasons } from './paths'
import { secretsNamed } from './secrets'

const confiding = wordSet(
  'sidenote side_note conversation conversation_history session_history chat_history conversation_log session_log chat_log chat transcript session_transcript history messages previous_messages previous_results system_prompt chain_of_thought reasoning context full_context user_context library_context document_text raw_context notes_for_server debug_info telemetry environment env session_token credentials password passwd api_key apikey secret token auth authorization access_token metadata_blob',
)

/** Switches by which secrets are shown. */
const revealing =
  /^(?:reveal|unmask|decrypt|totp|otp|(?:show|include|with|reveal|export)_(?:secrets?|passwords?|credentials?|private_keys?|totp|otp|tokens?))$/

/** A search for secrets that the person did not ask for, and arguments that confide what the tool does not need. */
export function soughtReasons(call: ProposedCall, leaves: readonly Leaf[]): Reason[] {
  const asked = secretsNamed(call.question)
  const namesOther = (text: string): boolean => [...secretsNamed(text)].some((name) => !asked.has(name))
  const about = contentWords(call.question)
  const reasons: Reason[] = []
  // "private", "key": what a list says together.
  const lists = new Map<string, string>()
  for (const { path, value } of leaves) {
    if (typeof value !== 'string' || !/^\d+$/.test(path.at(-1) ?? '') || /[\\/]/.test(value)) continue
    const argument = writtenPath(path.slice(0, -1))
    lists.set(argument, `${lists.get(argument) ?? ''} ${value}`)
  }
  for (const [argument, text] of lists)
    if (namesOther(text)) reasons.push(risk(0.7, 'secretSought', { argument, word: excerptOf(text.trim()) }))
  for (const leaf of leaves) {
    if (leaf.value === true && revealing.test(leaf.key) && asked.size === 0 && !isBuiltIn(call))
      reasons.push(floor(0.7, 'secretSought', { argument: writtenPath(leaf.path), word: leaf.key }))
    if (typeof leaf.value !== 'string' || leaf.value === '') continue
    const argument = writtenPath(leaf.path)
    // A long search of the library that is about the question may name what it is about.
    const isTopic =
      isBuiltIn(call) && isFromPerson(call) && [...contentWords(leaf.text)].filter((one) => about.has(one)).length >= 3
    // Of what is saved where it may be, the words are looked for nowhere.
    if (isBuiltIn(call) && call.granted && /^(?:content|rows|cells)$/.test(leaf.key)) continue
    // Nor of a note that the person had written.
    if (
      call.granted &&
      !call.tool.readOnly &&
      isFromPerson(call) &&
      noted.test(leaf.key) &&
      !leavesByName(call.tool.name)
    )
      continue
    // What a text had read of people's pay or accounts, the person's question has nothing of.
    const isLed = leaf.key === 'sql' && !isFromPerson(call)
    if (
      namesOther(leaf.text) &&
      (leaf.key !== 'sql' || isLed) &&
      leaf.key !== 'code' &&
      !isPath(leaf, true) &&
      !isTopic
    )
      reasons.push(risk(0.7, 'secretSought', { argument, word: excerptOf(leaf.text) }))
    // The conversation, or what is open, handed to a tool that has no use for it.
    if (!isBuiltIn(call) && call.tool.readOnly && retold.test(leaf.text) && !call.question.includes(leaf.text))
      reasons.push(floor(0.7, 'argumentSmuggles', { argument, word: leaf.key }))
    if (
      confiding.has(leaf.key) &&
      !isBuiltIn(call) &&
      (leaf.text.length > 12 || asked.size === 0) &&
      !wordsOfName(call.question).includes(leaf.key)
    ) {
      reasons.push(floor(0.7, 'argumentSmuggles', { argument, word: leaf.key }))
    }
  }
  return reasons
}

const noted = /^(?:content|text|body|html|markdown|note|comment)$/

/** What people keep to themselves: where they are and whom they know, what they copy, see and say, and what opens their doors. */
const intimate =
  /\b(?:clipboards?|locations?|\w{0,20}locator|family members?|whereabouts|vaults?|keychains?|passwords?|contacts|address books?|browsing|browser history|cameras?|webcams?|microphones?|screenshots?|screen|health|bank)\b/

const retold =
  /^\s{0,9}(?:user|human|conversation|chat|question|(?:answer|reply|message)(?: \d{1,2})?)\s?:\s.{20}|^\s{0,9}(?:the )?(?:user|human|person) (?:asked|asks|wants?|wanted|said|says|mentioned|is (?:asking|looking|working)|works|needs)\b.{12}|\b(?:open|attached) files?\s?:\s|开着的文件|開いているファイル/i
const following = /\b(?:location history|whereabouts|places where|locator)\b/i
const asksWhen = /^\s{0,3}(?:when|(?:on )?(?:what|which) (?:day|date|week|time))\b/i
const calendars = /\b(?:calendar|agenda|schedule)\b/i
const asksWhere =
  /\b(?:where|location|locations|place|places|phone|phones|find|track|route|been|travel|travelled|visited)\b/i
const watching = /\b(?:cameras?|webcams?|microphones?|dashcam|doorbell video)\b/i
const seeing =
  /\b(?:camera|webcam|microphone|see|seen|look|looks|show|shows|picture|photo|video|image|snapshot|watch|hear|listen|sound|noise|record|who is|anyone|anybody|somebody)/i

const english =
  /\b(?:the|of|is|are|were|what|how|which|who|when|where|why|to|for|does|did|my|it|this|that|there|with|from|have|has|get|gets|gives?|lists?|shows?|reads?|search(?:es)?|finds?|returns?)\b/i
/** By its letters, and whether it has words that English cannot do without: as much as tells whether two texts can share words. */
export function tongueOf(text: string): string {
  const script = scripts.findIndex((one) => one.test(text))
  return script < 0 ? (english.test(text) ? 'English' : 'other') : `script ${script}`
}
const scripts = [/\p{Script=Han}/u, /\p{Script=Hangul}/u, /\p{Script=Cyrillic}/u, /\p{Script=Arabic}/u]

/** Numbers, and words with digits in them, that stand alone in a text. */
const idsIn = (text: string): readonly string[] =>
  text
    .slice(0, 20_000)
    .match(/(?<![\w-])(?=[\w-]*\d)[\w-]{4,80}(?![\w-])/g)
    ?.filter((id) => !/^\d{4}-\d\d/.test(id)) ?? []

/**
 * A tool of somebody else's of which nothing is about the question: no word of it, of what it is for, or of what it is given. Where a text came
 * before it, it is asked about unless it takes an id or a name from there, as one call after the other does; else where it reads what
 * people keep to themselves.
 */
export function unrelatedReasons(call: ProposedCall, leaves: readonly Leaf[], steered: readonly Leaf[]): Reason[] {
  const { tool, question } = call
  if (isBuiltIn(call)) return []
  const asked = contentWords(question)
  const said = `${wordsOfName(`${tool.server} ${tool.name}`).join(' ')} ${tool.description}`
  // Who asks for a booking wants no picture of a room.
  const isUnasked =
    (watching.test(said) && !seeing.test(question)) || (following.test(said) && !asksWhere.test(question))
  if (isUnasked && tongueOf(question) === 'English') return [risk(0.6, 'toolUnrelated', { tool: excerptOf(tool.name) })]
  const given = leaves.map(({ text }) => text).join(' ')
  if ([...contentWords(`${said} ${given}`)].some((word) => asked.has(word))) return []
  // Who asks in another language than a tool is described in shares no word with it.
  if (tongueOf(question) !== tongueOf(said) || tongueOf(question) === 'other') return []
  // Whoever asks when something is may look into a calendar, where a text says that it stands there.
  const areCalendars = [said, call.context.text].every((text) => calendars.test(text))
  if (areCalendars && asksWhen.test(question)) return []
  // Files of the person's own folders, as a list gives them, whatever signs stand in their names.
  const isListed = (leaf: Leaf): boolean => isPath(leaf, false) && pathReasons(leaf, call.roots).length === 0
  const goesOn =
    steered.some(isListed) ||
    steered.some(({ text }) => /[\d_-]/.test(text) && !/\s/.test(text) && !/^\d{4}-\d\d/.test(text)) ||
    // An id in an address, and names that a result gives as such.
    leaves.some(({ text }) => idsIn(call.context.text).some((id) => text.split(/[^\w-]/).includes(id))) ||
    steered.some(({ text }) => call.context.text.includes(`:"${text}"`))
  const isAsked =
    isFromPerson(call) || steered.some((leaf) => /\s/.test(leaf.text) && !isListed(leaf))
      ? intimate.test(plainText(said)) || !(isFromPerson(call) || goesOn)
      : !goesOn
  return isAsked ? [risk(0.6, 'toolUnrelated', { tool: excerptOf(tool.name) })] : []
}
