import { once } from '../../../contract/once'
import { chineseTerms } from './chinese'
import { canonical, identifierWords, isShortForm, keptWhole } from './words'

/** What people say for what a schema calls otherwise; a word may stand in several lists. */
const alike: readonly (readonly string[])[] = (
  [
    'customer client buyer shopper consumer', 'employee staff worker personnel', 'salary wage pay compensation',
    'restaurant eatery diner', 'cuisine food', 'person people inhabitant population', 'price cost', 'price fee', 'enter entry', 'movie film',
    'country nation', 'doctor physician', 'doctor dermatologist', 'doctor dentist', 'doctor surgeon', 'doctor clinician', 'drug medication medicine', 'paper publication article', 'author writer', 'author write',
    'teacher instructor professor lecturer', 'student pupil kid', 'math maths mathematics', 'class course lesson', 'purchase order buy', 'order buy sale', 'revenue sale turnover income',
    'salesperson seller salesman', 'salesperson representative rep', 'vehicle car automobile', 'make brand manufacturer', 'company firm business',
    'user member account', 'height altitude elevation', 'area size', 'age birth', 'category genre kind', 'type kind', 'type genre',
    'neighbourhood district', 'score rating', 'star rating', 'review rating', 'kind type', 'method type', 'topic subject', 'phone telephone', 'sex gender',
    'aircraft plane airplane aeroplane', 'airline carrier', 'supplier vendor', 'merchant shop store', 'store shop branch', 'product item goods', 'stock inventory',
    'journal magazine', 'keyword keyphrase', 'start begin', 'end finish', 'hospital clinic', 'postal zip', 'mail email', 'birthdate birth',
    'discount rebate', 'team club squad', 'site location', 'song track', 'singer artist', 'manager boss supervisor', 'tag label', 'duration length',
    'borrow loan lend checkout', 'act actor actress cast', 'watch view viewing', 'listen play stream', 'ship shipment dispatch delivery', 'deliver delivery', 'enrol enroll enrolment enrollment registration', 'rent rental hire', 'reserve reservation', 'test exam examination', 'sample specimen', 'vote ballot', 'donate donation gift', 'subscribe subscription plan', 'work employ job', 'study studies', 'treat treatment therapy', 'prescribe prescription', 'operate operation surgery', 'attend attendance', 'travel trip journey', 'repair maintenance', 'return return', 'cancel cancellation', 'leave departure depart', 'arrive arrival', 'found founded establish', 'release publication appear', 'complete finish', 'teach teacher', 'direct director', 'sing singer', 'supply supplier', 'weigh weight', 'earn salary income', 'invest investment', 'message post', 'comment review', 'runtime duration length', 'win award prize', 'office branch', 'goods product', 'rate rating', 'fine penalty', 'department faculty division', 'bill invoice', 'charge fee', 'expire expiration expiry', 'due deadline', 'staff employee', 'guest visitor', 'picture image photo', 'town city', 'firm company', 'truck vehicle', 'warehouse depot', 'branch depot outlet', 'parcel package shipment', 'budget funds', 'grade mark score', 'lecture course', 'patient case',
    'hour hrs', 'division league', 'wildlife animal', 'unit quantity piece', 'freight shipping', 'freight charge', 'fare price', 'rental lease', 'outcome result', 'reason cause', 'fault failure breakdown', 'equipment gear', 'instructor trainer coach', 'town city', 'institution organization organisation', 'funder sponsor donor', 'visitor guest', 'acquire acquisition', 'start begin beginning', 'start onset', 'begin onset', 'produce production', 'construct construction built', 'inspect inspection', 'resolve resolution', 'install installation', 'submit submission', 'approve approval', 'admit admission', 'renew renewal', 'graduate graduation', 'retire retirement', 'terminate termination', 'launch start', 'receive receipt', 'commission start', 'property house home', 'rent lease', 'tenant renter', 'bedroom room', 'delay late', 'match game', 'guest customer visitor', 'plant factory station', 'technician engineer mechanic', 'crop harvest', 'animal livestock', 'sensor device meter', 'reading measurement', 'outage failure downtime', 'apartment flat', 'trip ride', 'grant award', 'member participant', 'chapter section', 'amount value', 'amount price', 'created join registration', 'closing close', 'symptom sign', 'transaction trade', 'side adverse', 'effect event', 'credit unit', 'site station', 'pay payment', 'teach coach instructor teacher trainer', 'book booking reservation', 'train training trainer', 'drive driver trip', 'own owner ownership', 'inspect inspector', 'review reviewer', 'visit visitor', 'call phone', 'order purchase', 'hire rental', 'measure measurement reading', 'score goal', 'fly flight', 'sail voyage', 'ship dispatch',
    'task mission operation', 'ship shipment send', 'satisfaction rating', 'handle answer', 'fee charge handling', 'vehicle bus coach', 'lead investigator principal', 'examination inspection checkup', 'business commercial', 'approve accept', 'refuse reject decline deny', 'fix repair', 'miss absence', 'absent absence', 'injure injury', 'wound injury', 'die death', 'casualty victim', 'solo soloist', 'treatment procedure', 'screen screening', 'screening showing projection', 'nominate nomination', 'filmmaker director', 'caller customer', 'agent representative operator', 'bay space spot', 'plate registration', 'crossing sailing trip voyage', 'sailing departure', 'skipper captain', 'lend loan', 'insure insurance', 'condition state', 'object item piece artefact artifact', 'packet bag', 'origin provenance', 'store storage vault depot', 'unit bag', 'deferral rejection', 'worth value price', 'give donation', 'vaccinate vaccination', 'client owner', 'adopt adoption', 'dismiss termination', 'arrange booking', 'rehearse rehearsal practice', 'collect collection', 'harvest pick', 'measure reading', 'wage rate', 'brand make', 'sponsor sponsorship', 'volunteer helper', 'speak language', 'moor mooring berth', 'pupil learner student', 'learner trainee', 'shop outlet', 'payout payment', 'premium payment', 'quarter district', 'ward district', 'certificate certification', 'certify certification', 'climb ascent', 'hike tour', 'hut cabin', 'dive diver', 'catch haul', 'fisher fisherman', 'brew batch', 'bake batch', 'roast batch', 'visit inspection',
    'ship vessel boat', 'port harbour harbor', 'cargo freight load', 'ton tonne tonnage', 'berth quay pier dock', 'dangerous hazard hazardous', 'licence license permit', 'minute minimum',
    'bike bicycle cycle', 'podcast show', 'presenter host', 'listener subscriber', 'exhibition show', 'artwork painting piece', 'artwork work', 'museum gallery', 'concert gig performance', 'band group', 'venue place location', 'tournament competition cup',
    'athlete player competitor', 'coach trainer', 'workout exercise', 'vaccine vaccination', 'pet animal', 'vet veterinarian', 'dish meal', 'ingredient component', 'incident issue problem', 'task todo', 'meeting appointment', 'shift schedule',
    'holiday vacation leave', 'skill competence', 'landlord owner', 'loan credit', 'claim complaint', 'field plot parcel', 'yield harvest', 'consumption usage', 'tariff price rate', 'engineer developer', 'bug defect', 'release version', 'laboratory lab',
    'job position title', 'submit commit', 'request ask', 'job task', 'zone region district', 'variety breed', 'due expiry', 'fee cost', 'debt arrears', 'bonus premium', 'wine bottle', 'grape variety', 'region area', 'river stream', 'forest wood', 'tree plant', 'mine pit', 'alarm alert', 'battery accumulator', 'charger station', 'passenger rider traveller traveler', 'railway train', 'bus coach',
    'comment remark note annotation', 'domain field', 'material item part component', 'fare fee', 'length duration minute millisecond', 'outage stoppage downtime', 'test inspection check', 'leave quit terminate termination term exit resign resignation', 'charge fee', 'issue ticket problem', 'developer engineer programmer coder', 'reader borrower patron member', 'insurer insurance', 'chief head lead leader', 'manager supervisor boss', 'applicant candidate',
    'supplier provider', 'crew staff', 'participant attendee', 'truck lorry', 'lorry vehicle', 'van vehicle', 'machine equipment', 'device equipment asset', 'document file', 'expense spending expenditure cost', 'spend cost amount expense', 'earnings revenue', 'profit margin',
    'effort estimate', 'effort hour', 'commit push', 'repository repo', 'priority urgency severity', 'stage phase', 'subject course', 'classroom room', 'semester term', 'homework assignment', 'trip journey tour', 'stop drop', 'drop delivery',
    'fuel gas petrol diesel', 'refuel fuel', 'mileage odometer km', 'distance km kilometre kilometer mileage', 'weight kg', 'weight mass', 'line route', 'specialty specialist speciality specialism expert expertise specialise specialize', 'kilometre kilometer', 'litre liter', 'tonne ton', 'yield harvest', 'sow planting plant', 'species kind', 'breed race', 'mother parent', 'father parent', 'return back', 'copy exemplar', 'title book',
    'settle pay', 'withdraw remove', 'publisher press', 'language lang', 'nationality country', 'hire employ join', 'hire entry', 'quit leave', 'earn salary wage pay', 'charge fee amount', 'weigh weight', 'capacity payload', 'village town', 'grower farmer', 'breeder farmer',
    'ward unit', 'nurse caregiver', 'visit appointment consultation', 'consultation appointment', 'operation surgery', 'vendor seller', 'recipient receiver', 'sender shipper', 'headquarters office', 'occupation job profession', 'hometown origin', 'birthplace origin', 'credit point', 'tuition fee', 'payment fee',
    'repair service', 'maintenance service', 'service job', 'income salary', 'stay booking', 'night stay', 'cancel cancellation', 'article post', 'likes favourite', 'follower subscriber', 'download install', 'click visit', 'session visit', 'error failure', 'crash failure',
    'done complete finish', 'resolve fix solve', 'cancelled canceled', 'late delay overdue', 'active enabled', 'woman female girl lady', 'man male boy', 'cow cattle', 'pig swine', 'hen chicken', 'children child kid minor', 'adult grownup', 'elder senior', 'blocked stuck', 'urgent critical',
    'broken defective', 'faulty defective', 'trash waste', 'rubbish waste', 'mobile cell', 'film picture', 'tune song', 'record album', 'poem poetry', 'autumn fall', 'holiday vacation', 'shop supermarket', 'pub bar', 'cafe coffee', 'attorney counsel', 'jury panel', 'verdict ruling judgment',
    'case matter', 'matter lawsuit', 'subscriber user', 'subscriber account', 'song tune', 'electricity energy power kwh', 'household home family', 'hotel property inn', 'hostel property', 'building property', 'amount total sum', 'premises property', 'suburb district', 'clerk employee', 'breakdown outage failure', 'blackout outage', 'solar photovoltaic', 'panel module', 'coupon voucher', 'postcode postal zip', 'footballer player', 'fixture match', 'arena stadium', 'seat place', 'seat capacity', 'gate door', 'luggage baggage', 'layover stop', 'steward crew', 'bottle wine', 'beer drink beverage', 'starter dish', 'dessert dish', 'waiter server', 'cook chef', 'parent guardian', 'child kid', 'toy game', 'wedding event', 'photograph photo', 'lawyer attorney', 'case lawsuit', 'court tribunal', 'judge', 'voter elector', 'party faction', 'bill act', 'headcount size', 'expire expiry end', 'valid end', 'incident accident', 'trade craft occupation', 'keg barrel cask', 'serious severe grave', 'taste tasting', 'alcohol abv', 'strength abv', 'founded founding', 'wage rate', 'volunteer helper', 'donation contribution', 'maker manufacturer producer brand', 'tenancy lease', 'tenancy contract', 'type category', 'donate donor', 'genre style', 'member musician', 'analyst chemist', 'art product', 'art article', 'art part', 'art item', 'caretaker janitor', 'waybill shipment ship parcel package', 'machine turbine', 'machine tractor', 'machine robot', 'machine press', 'machine printer', 'energy mwh', 'energy gwh', 'electricity mwh', 'power kw', 'power mw', 'juror jury', 'cinema venue', 'theatre venue', 'theater venue', 'hall venue', 'patient animal', 'patient pet', 'certify certificate', 'microchip chip', 'programme program', 'winner award prize',
  ] // biome-ignore format: groups of words
)
  .map((group) => group.split(' ').map(canonical))

/**
 * Words that are no beginnings of others: `car` is not short for `cargo`. To bring them together takes a twentieth of the
 * program's start.
 */
const known = once(
  (): ReadonlySet<string> =>
    new Set([
      ...keptWhole,
      ...alike.flat(),
      ...[...chineseTerms.values()].flatMap((term) => term.split(' ').map(canonical)),
      ...`age art bag bar bed bid box bus can cap car cat day dog end eye fan fee fun gas hat job key lab law leg log man map
    men net oil pan pen pet pot rat row sea set sex sum sun tag tap tax tea tie ton toy use van war way web win`.split(
        /\s{1,9}/,
      ),
    ]),
)

/** Whether a word is one that people or schemas use, and short for nothing. */
export const isKnownWord = (word: string): boolean => known().has(canonical(word))

/** The words of a part of a name; what nobody knows stays as it is, as no ending of it is one of a language. */
export const wordsOfPart = (part: string): readonly string[] =>
  !/^[a-z]{1,6}$/.test(part) || isShortForm(part) || isKnownWord(part) ? identifierWords(part) : [part]

/** Whether a name without vowels is a word that lost its own: `flt`, `bkg`, `ctry`. */
function abbreviates(named: string, asked: string): boolean {
  // Of `operator` the stem is `oper`, which `opr` is still short for.
  if (!/^[a-z][b-df-hj-np-tv-z]{1,4}$/.test(named) || asked.length <= named.length || asked[0] !== named[0])
    return false
  // `rt`, `tm`: of two letters all that is no vowel. `st` is a state, a street or a status, `pt` a patient, a part or a point.
  if (named.length === 2)
    return named !== 'st' && named !== 'pt' && asked.length < 6 && asked.replace(/[aeiouy]/g, '') === named
  let at = 0
  let passed = 0
  for (const [index, letter] of [...asked].entries()) {
    if (letter === named[at] || (letter === 'i' && named[at] === 'y')) at += 1
    else if (at < named.length && !/[aeiouy]/.test(letter) && letter !== asked[index - 1]) passed += 1
  }
  // `drg` is no discharge.
  return at === named.length && passed < 3
}

/** Whether a name is a word that lost some of its vowels: `downtm`, `cntr`. */
function losesVowels(asked: string, named: string): boolean {
  if (known().has(named) || named.length < 4 || asked.length <= named.length || asked[0] !== named[0]) return false
  let at = 0
  for (const letter of asked) {
    if (letter === named[at]) at += 1
    else if (!/[aeiouy]/.test(letter)) return false
  }
  return at === named.length
}

/** Whether one is who does, or what is made by, the other: `smoker` of `smoke`, `assignee` of `assign`. */
function derives(long: string, short: string): boolean {
  const isShifted = shifts.some(
    ([noun, verb]) => short.length >= 5 && noun.test(long) && long.replace(noun, verb) === short,
  )
  return (
    isShifted ||
    agents.some((suffix) => {
      if (!long.endsWith(suffix)) return false
      const root = long.slice(0, -suffix.length)
      return root.length >= (['ion', 'i'].includes(suffix) ? 5 : 4) && (root === short || `${root}e` === short)
    })
  )
}
const agents = ['er', 'or', 'ee', 'e', 'ment', 'ion', 'ation', 'ing', 'ance', 'ence', 'al', 'eri', 'ur', 'i']
/** What happens to the end of a root before what makes a noun of a verb, by stems: `submiss` of `submit`, `resolut` of `resolv`. */
const shifts: readonly (readonly [noun: RegExp, verb: string])[] = [
  [/miss$/, 'mit'], [/cis$/, 'cid'], [/ans$/, 'and'], [/ens$/, 'end'], [/us$/, 'ud'], [/as$/, 'ad'], [/script$/, 'scrib'],
  [/cept$/, 'ceiv'], [/olut$/, 'olv'], [/sumpt$/, 'sum'], [/vers$/, 'vert'], [/ruct$/, 'roi'],
] // biome-ignore format: pairs

const synonymsOf = (word: string): readonly string[] => alike.filter((group) => group.includes(word)).flat()

/** 1: the same word, less: one that people use for it, 0: another. */
export function likeness(asked: string, named: string): number {
  if (asked === named) return 1
  const key = `${asked} ${named}`
  const met = likenesses.get(key)
  if (met !== undefined) return met
  if (likenesses.size > 100_000) likenesses.clear()
  const found = likenessOf(asked, named)
  likenesses.set(key, found)
  return found
}
const likenesses = new Map<string, number>()

function likenessOf(asked: string, named: string): number {
  if (alike.some((group) => group.includes(asked) && group.includes(named))) return 0.8
  if (losesVowels(asked, named)) return 0.9
  // Of `hearing` the stem is `hear`, of `route` it is `rout`.
  if (abbreviates(named, asked) || (/[eg]$/.test(named) && abbreviates(named.slice(0, -1), asked))) return 0.9
  if (derives(asked, named) || derives(named, asked)) return 0.76
  if (
    !known().has(named) &&
    synonymsOf(asked).some(
      (other) =>
        abbreviates(named, other) ||
        losesVowels(other, named) ||
        (other.startsWith(named) && (named.length > 3 || (named.length === 3 && other.length === 5))),
    )
  )
    return 0.7
  // `zon`, `lin`
  if (!known().has(named) && named.length > 2 && asked === `${named}e`) return 0.9
  const leastLength = known().has(named) ? 4 : 3
  const isShort = named.length >= leastLength && asked.length >= named.length + 2 && asked.startsWith(named)
  return isShort ? 0.7 : 0
}

/** Whether two words are alike by what they are written like, and not by what people say for each other. */
export const isFormOf = (asked: string, named: string): boolean =>
  likeness(asked, named) > 0 &&
  !alike.some((group) => group.includes(asked) && group.includes(named) && asked !== named)

/** How alike a word is to the likest of several. */
export function best(word: string, names: readonly string[]): number {
  return names.reduce((most, name) => Math.max(most, likeness(word, name)), 0)
}
