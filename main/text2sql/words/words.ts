import { wordTable } from '../../../contract/word-table'
import { porterStem } from '../../language'
import { chineseTerms, otherTerms } from './chinese'

const irregular = wordTable<string>({
  sold: 'sale', sell: 'sale', selling: 'sale', sales: 'sale', bought: 'buy', paid: 'pay', payments: 'payment', people: 'person',
  children: 'child', men: 'man', women: 'woman', wrote: 'write', written: 'write', taught: 'teach', born: 'birth', died: 'death',
  began: 'begin', ended: 'end', cities: 'city', countries: 'country', addresses: 'address', statuses: 'status', status: 'status',
  diagnoses: 'diagnosis', diagnosis: 'diagnosis', hired: 'hire', cited: 'citation', citing: 'citation', published: 'publication', publish: 'publication', signed: 'created', signup: 'created', registered: 'created', purchases: 'purchase', flew: 'fly', neighborhood: 'neighbourhood',
  colour: 'color', stadia: 'stadium', criteria: 'criterion', indices: 'index', favourite: 'favorite', favourites: 'favorite', favorites: 'favorite', rated: 'rating', closing: 'close', closed: 'close', visited: 'visit', matches: 'match', analyses: 'analysis', movies: 'movie', tied: 'tie', everybody: 'person', everyone: 'person', won: 'win', lost: 'lose', girls: 'female', boys: 'male', drove: 'drive', spent: 'spend', lent: 'loan', owed: 'owe', weighed: 'weight', weighs: 'weight', led: 'lead', ran: 'run', grew: 'grow', grown: 'grow', sown: 'sow', costs: 'cost', granted: 'approve',
}) // biome-ignore format: a table of words
/** What verbs are called that do not end in `ed`, by what they are in the present; some of them are nouns of schemas above. */
const pastForms: readonly (readonly [past: string, present: string])[] =
  `begin began begun|break broke broken|bring brought|broadcast broadcast|build built|buy bought|catch caught|choose chose chosen|come came|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|fight fought|fly flew flown|forget forgot forgotten|get got gotten|give gave|go went gone|grow grew grown|hear heard|hide hid hidden|hold held|keep kept|lead led|learn learnt|leave left|lend lent|lose lost|mean meant|meet met|overcome overcame|pay paid|play played|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw|sell sold|send sent|shoot shot|show showed shown|sing sang sung|sink sank sunk|sow sown|speak spoke spoken|spend spent|stand stood|steal stole stolen|swim swam swum|take took taken|teach taught|tell told|think thought|throw threw thrown|understand understood|wear wore worn|win won|withdraw withdrew withdrawn|write wrote written`
    .split('|')
    .flatMap((line) => {
      const [present, ...past] = line.split(' ')
      return past.map((one) => [one, present!] as const)
    })
const participleOf: ReadonlyMap<string, string> = new Map(pastForms.map(([past, present]) => [present, past]))

/** What was done, of a verb as it is said in the present: `sell` sold, `ship` shipped. */
export function pastOf(verb: string): string {
  const said = verb.toLowerCase()
  if (/ed$/.test(said) || presentOf.has(said)) return said
  const doubled = /^[^aeiou]*[aeiou][bdgmnprt]$/.test(said) ? said.at(-1)! : ''
  return (
    participleOf.get(said) ?? (said.endsWith('e') ? `${said}d` : `${said.replace(/(?<=[^aeiou])y$/, 'i')}${doubled}ed`)
  )
}
const presentOf: ReadonlyMap<string, string> = new Map(pastForms)
/** What is done, of what was: `sold` sell, `hired` hir. */
export const presentForm = (verb: string): string =>
  presentOf.get(verb.toLowerCase()) ?? verb.toLowerCase().replace(/ed$/, '')
/** Whether a word says what somebody does, as it is said in the present. */
export const isPresentVerb = (word: string): boolean => participleOf.has(word)
const abbreviations = wordTable<string>({
  cust: 'customer', tx: 'transaction', txn: 'transaction', trx: 'transaction', trans: 'transaction', amt: 'amount', qty: 'quantity', num: 'number',
  cnt: 'count', desc: 'description', addr: 'address', dept: 'department', emp: 'employee', org: 'organization', ccy: 'currency',
  dur: 'duration', mins: 'minute', sec: 'second', secs: 'second', catg: 'category', arr: 'arrival', dep: 'departure', dob: 'birthdate', dt: 'date', prod: 'product', cat: 'category', mgr: 'manager', tel: 'phone', yr: 'year', avg: 'average',
  max: 'maximum', min: 'minimum', pct: 'percent', percentage: 'percent', temp: 'temperature', lat: 'latitude', lon: 'longitude',
  lng: 'longitude', pop: 'population', diag: 'diagnosis', med: 'medication', proc: 'procedure',
  acct: 'account', maint: 'maintenance', kms: 'km', kilo: 'kg', kilos: 'kg', kilogram: 'kg', kilograms: 'kg', bal: 'balance', inv: 'invoice', info: 'information', nr: 'number', ids: 'id', pts: 'point', ha: 'hectare', hl: 'hectolitre', sqft: 'area',
  msg: 'message', ins: 'insurance', reg: 'registration', appr: 'approval', cert: 'certificate', tot: 'total', crtd: 'created', pax: 'passenger', pos: 'position', pd: 'pay', no: 'number', nm: 'name', tp: 'type', flg: 'flag', abn: 'abnormal', sal: 'salary', bldg: 'building', flr: 'floor', hr: 'hour', hrs: 'hour', ttl: 'title', usr: 'user', lo: 'low', hi: 'high', cd: 'code', typ: 'type', ord: 'order', res: 'result', val: 'value', lvl: 'level', src: 'source', dest: 'destination', dst: 'destination', lmt: 'limit', dsc: 'description', rx: 'prescription', stf: 'staff', sls: 'sale', orig: 'origin', req: 'request', stat: 'status', wt: 'weight', wgt: 'weight', vsl: 'vessel', voy: 'voyage', bkg: 'booking', ctry: 'country', ht: 'height', len: 'length', vol: 'volume', mfr: 'manufacturer', svc: 'service', grp: 'group', sz: 'size', phys: 'physician', pat: 'patient', prio: 'priority', veh: 'vehicle', whse: 'warehouse', shp: 'shipment', dlv: 'delivery', cntry: 'country', hosp: 'hospital', stu: 'student', crs: 'course', tch: 'teacher', prc: 'price', trt: 'treatment', brd: 'breed', rsn: 'reason', twn: 'town', mth: 'month', wk: 'week', chg: 'charge', sx: 'sex', curr: 'currency', opr: 'operator', br: 'branch', drvn: 'drive', mthd: 'method', mdl: 'model', mch: 'machine', sup: 'supplier', ts: 'timestamp', prem: 'premium', pmt: 'payment', meth: 'method', loc: 'location', std: 'standard', spf: 'spf', msrp: 'msrp',
}) // biome-ignore format: a table of words

/** A word in the form in which words of questions and of schemas meet. */
export function canonical(word: string): string {
  const lower = word
    .toLowerCase()
    .replace(/^((?:sales|trades|crafts|business)p)eople$/, '$1erson')
    .replace(/^((?:sales|fore|police|fisher|chair|crafts|trades|business|repair|post|crew)m)en$/, '$1an')
  const whole = abbreviations[lower] ?? irregular[lower] ?? presentOf.get(lower) ?? lower
  if (!/^[a-z]+$/.test(whole) || keptWhole.has(whole)) return whole
  const singular = [whole.replace(/s$/, ''), whole.replace(/ies$/, 'y')].find((one) => keptWhole.has(one))
  // `bonuses` are more than one `bonus`, `houses` are no `hous`; `cus` is short for customers, and no plural.
  const one = whole.replace(/([^aeo]us)es$/, '$1')
  return singular ?? (one.length === 3 && one.endsWith('s') ? one : porterStem(one))
}
/** A list of words, with blanks between them, as they meet those of questions and schemas. */
export const canonicalWords = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).map(canonical))

/** Words that the code names: they are kept as they are written. */
export const keptWhole = new Set([
  'id', 'key', 'code', 'uuid', 'guid', 'zip', 'phone', 'number', 'isbn', 'sku', 'vin', 'ssn', 'name', 'title', 'date', 'year', 'month',
  'day', 'time', 'count', 'first', 'last', 'given', 'family', 'info', 'status', 'sale', 'total', 'average', 'price', 'type',
  'description', 'quantity', 'amount', 'rating', 'city', 'country', 'state', 'email', 'note', 'comment', 'latitude', 'longitude', 'booking', 'flight', 'department',
]) // biome-ignore format: a list of words

const idle = new Set([
  'of',
  'the',
  'is',
  'has',
  'was',
  'in',
  'at',
  'on',
  'for',
  'a',
  'an',
  'and',
  'or',
  'by',
  'to',
  'per',
  'are',
  'd',
])

/** What the parts of names are short for before a date. */
export const datedParts = wordTable<string>({ rep: 'reported', exp: 'expiry', rel: 'released', rcv: 'received', iss: 'issued', eff: 'effective', upd: 'updated' }) // biome-ignore format: pairs

const longForms = wordTable<string>({
  clr: 'cleared',
  ack: 'acknowledged',
  opn: 'opened',
  cls: 'closed',
  rdg: 'reading',
  sev: 'severity',
  rgn: 'region',
  mdl: 'model',
  comm: 'communication',
  csat: 'customer satisfaction',
  po: 'purchase order',
  so: 'sales order',
  wo: 'work order',
  surname: 'last name',
  snm: 'last name',
  lnm: 'last name',
  fnm: 'first name',
  lastname: 'last name',
  forename: 'first name',
  firstname: 'first name',
})

/** Whether a part of a name is written short in a way that is known. */
export const isShortForm = (part: string): boolean => part in abbreviations || part in longForms

/** `orderItems`, `order_items`, `订单金额` → canonical words, Chinese ones as the English words that the field has for them. */
export function identifierWords(identifier: string): string[] {
  const parts = identifier
    .normalize('NFKC')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(
      /\p{Script=Han}+/gu,
      (run) => ` ${segmentHan(run, new Set()).join(' ').replaceAll('number of', 'quantity')} `,
    )
    .replace(/(?<![\p{L}\p{N}])([fl])[ _]?(?=n(?:a?m(?:e)?)(?![\p{L}\p{N}]))/giu, (_, of: string) =>
      of.toLowerCase() === 'f' ? 'first ' : 'last ',
    )
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    // `pub_date`, but `pub_id` of pubs
    .flatMap((word, at, all) =>
      /^pub$/i.test(word) && /^(?:date|dt|year|yr|type)$/i.test(all[at + 1] ?? '') ? ['publication'] : [word],
    )
    // `rep_dt` is when something was reported.
    .flatMap((word, at, all) =>
      /^(?:dt|date)$/i.test(all[at + 1] ?? '') ? [datedParts[word.toLowerCase()] ?? word] : [word],
    )
    // `cls_dt` is when something was closed, `veh_cls` of which class it is.
    .flatMap((word, at, all) =>
      /^cls$/i.test(word) && !/^(?:dt|date|at|ts|on)$/i.test(all[at + 1] ?? '') ? ['class'] : [word],
    )
    .flatMap((word) => longForms[word.toLowerCase()]?.split(' ') ?? [word])
  // `to_airport` is one side of what `from_airport` is the other.
  const said = parts.filter(
    (word, at) => !idle.has(word.toLowerCase()) || (at === 0 && parts.length > 1 && /^to$/i.test(word)),
  )
  return said.length > 0 || parts.length > 0
    ? (said.length > 0 ? said : parts).map(canonical)
    : [identifier.toLowerCase()]
}

/**
 * Cuts Chinese into known terms, known ones in English, so that least stays unknown; what nobody knows stays together.
 * @param isSpoken a question: words that say nothing still stand between others, as 的
 * @param isKnown whether a schema knows an English word: of several meanings of a term that one is meant
 */
export function segmentHan(
  run: string,
  known: ReadonlySet<string>,
  isSpoken = false,
  isKnown: (word: string) => boolean = () => false,
): string[] {
  const meant = (part: string, usual: string): string => {
    const isOne = (meaning: string): boolean => meaning.split(' ').every(isKnown)
    // 医生 of a table that is called so is no prescriber.
    return known.has(part) || isOne(usual) ? usual : (otherTerms.get(part)?.find(isOne) ?? usual)
  }
  const termOf = (part: string): string | undefined => (known.has(part) ? part : chineseTerms.get(part))
  // From each place to the end: how many characters stay unknown, in how many pieces, and where the first of them ends.
  const ways: { unknown: number; pieces: number; end: number }[] = []
  ways[run.length] = { unknown: 0, pieces: 0, end: run.length }
  for (let at = run.length - 1; at >= 0; at -= 1) {
    const rest = ways[at + 1]!
    let way = { unknown: rest.unknown + 1, pieces: rest.pieces + 1, end: at + 1 }
    for (let end = at + 1; end <= Math.min(run.length, at + 12); end += 1) {
      const { unknown, pieces } = ways[end]!
      const isBetter = unknown < way.unknown || (unknown === way.unknown && pieces + 1 <= way.pieces)
      if (isBetter && termOf(run.slice(at, end)) !== undefined) way = { unknown, pieces: pieces + 1, end }
    }
    ways[at] = way
  }
  const out: string[] = []
  let isInside = false
  for (let at = 0; at < run.length; at = ways[at]!.end) {
    const part = run.slice(at, ways[at]!.end)
    const usual = termOf(part)
    const term = usual === undefined ? undefined : meant(part, usual)
    if (term !== undefined && (term !== '' || isSpoken)) out.push(...(term === '' ? ['的'] : term.split(' ')))
    if (term === undefined && isInside) out[out.length - 1] += part
    else if (term === undefined) out.push(part)
    isInside = term === undefined
  }
  return out
}

/** Whether a word says what happened: `sold`, `returned`. */
export const isVerb = (text: string): boolean => {
  const last = text.slice(text.lastIndexOf(' ') + 1).toLowerCase()
  return (/\wed$/.test(last) && !nounsInEd.has(last)) || verbs.has(last)
}
const nounsInEd: ReadonlySet<string> = new Set(
  'bed seabed flatbed seed linseed weed seaweed deed reed shed watershed sled bobsled red hundred speed airspeed breed crossbreed creed steed need'.split(
    ' ',
  ),
)
const verbs: ReadonlySet<string> = new Set([
  ...pastForms.map(([past]) => past),
  'sold',
  'bought',
  'paid',
  'given',
  'made',
  'seen',
  'found',
  'left',
  'read',
  'put',
  'set',
  'born',
])

/** What rows were made or traded by. */
export const making =
  /^(?:sold|sell|sells|bought|buy|buys|deliver|delivers|supply|supplies|provide|provides|ordered|purchased|issued|signed|created|produced|painted|published|reported|arranged)$/

export const isPlural = (text: string): boolean =>
  /(?:s|\b(?:children|people|aircraft))$/i.test(text.trim()) && !/(?:ss|us|is)$/i.test(text.trim())

/** The words of a name as they are written. */
export const nameParts = (name: string): string[] =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)

/** A name without its blanks and marks, in small letters. */
export const joined = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
