import { type Leaf, writtenPath } from '../arguments'
import { contentWords } from '../plain-text'
import { floor, type Reason, risk } from '../reason'
import { tongueOf } from './beyond-question'
import { carriesEncodedText, holdsPassword, holdsPersonal, holdsSecret } from './secrets'
import { decoded } from './texts'

/** Names of fields of the answer, not words of the person. */
const choosing =
  /^(?:fields?|symbols|currencies|properties|hourly|daily|current|select|include|columns?|format|units?|timezone|sort|order|order_by|expand|variables|indicators?|accept|accept_language|content_type|prefer|consistency_level|user_agent|lang|language|method)$/

/** What programs say of themselves when they ask. */
const browserNames =
  /\b(?:mozilla|applewebkit|khtml|like|gecko|chrome|safari|firefox|edg|linux|windows|macintosh|intel|mac|os|version|mobile|compatible|text|html|application|json|xml|image|mailto|https?)\b/gi

/** Letters apart, so that no word can be read in them. */
const spelledOut = /(?<![A-Za-z0-9])(?:[A-Za-z0-9] {1,2}){8}/

/** What of an argument would be given away with a request that leaves the machine. */
export function leavingReasons(leaf: Leaf, isAddress: boolean, question: string, told: ReadonlySet<string>): Reason[] {
  const argument = writtenPath(leaf.path)
  const reasons: Reason[] = []
  const shown = decoded(leaf.text.replaceAll('+', ' '))
  if (
    (!isAddress && !question.includes(leaf.text) && holdsPassword(leaf.text)) ||
    holdsSecret(leaf.text) ||
    holdsSecret(shown) ||
    holdsSecret(shown.replace(/[=&?]/g, ' '))
  )
    reasons.push(floor(0.8, 'secretLeaves', { argument }))
  // Services of the state ask programs for an address to write to.
  const isWhoAsks = /^(?:user[-_]agent|mailto)$/i.test(leaf.path.at(-1) ?? '') && shown.length <= 80
  if (!isWhoAsks && (holdsPersonal(shown, question) || holdsPersonal(leaf.text, question)))
    reasons.push(floor(0.7, 'personalLeaves', { argument }))
  const asked = contentWords(question)
  if (leaf.path.includes('headers')) {
    const unasked = [...contentWords(shown.replace(browserNames, ' '))].filter(
      (word) => /^\p{L}{3,}$/u.test(word) && !asked.has(word),
    )
    if (unasked.length >= 6) reasons.push(risk(0.6, 'materialLeaves', { argument }))
  }
  if (typeof leaf.value !== 'string' || choosing.test(leaf.key)) return reasons
  if (isReference(leaf)) return reasons
  if (spelledOut.test(leaf.text) && !spelledOut.test(question)) reasons.push(risk(0.7, 'materialLeaves', { argument }))
  const says = (piece: string): boolean => {
    if (/^[A-Z]{2,5}(?:[,;|][A-Z]{2,5})*$/.test(piece)) return false
    // Who was told nothing gives nothing away in a comment.
    if (told.size === 0 && piece.startsWith('#')) return false
    // A hash that a result gave.
    if (/^[0-9a-f]{32,64}$/.test(piece) && told.has(piece)) return false
    if (piece.length > 1500 || (carriesEncodedText(piece) && !question.includes(piece))) return true
    if (/[A-Za-z0-9+/=]{64,}/.test(piece) && !question.includes(piece)) return true
    const words = [...contentWords(piece)].filter((word) => /\p{L}{3}|\p{Script=Han}/u.test(word))
    const fresh = words.filter((word) => !asked.has(word))
    // `MolecularWeight,XLogP`: names of fields.
    if (piece.split(',').every((name) => /^[A-Za-z]{2,40}$/.test(name) && /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(name)))
      return false
    // A person's question in another language shares no words with a short search for the same.
    if (told.size === 0 && fresh.length <= 14 && tongueOf(piece) !== tongueOf(question) && !/\d{3}/.test(piece))
      return false
    const isFromTold = fresh.filter((word) => told.has(word)).length >= 4
    // A long search says more of the same: what it shares with the question shows what it is about.
    if (!isFromTold && words.length - fresh.length >= 8 && fresh.length * 3 <= words.length * 2) return false
    return (
      (/\S[\s,;_-]\S+[\s,;_-]\S/.test(piece) &&
        fresh.length >= (isAddress && /^[a-z]+(?:[-_][a-z]+){2}$/.test(piece) ? 4 : 3) &&
        fresh.length * 2 > words.length) ||
      isFromTold
    )
  }
  if (piecesOf(leaf, isAddress).some(says)) reasons.push(risk(0.6, 'materialLeaves', { argument }))
  return reasons
}

/** A title or a reference of what was published, of no more words than one has. */
const isReference = ({ key, text }: Leaf): boolean =>
  /(?:^|[._])(?:bibliographic|title|reference|citation|doi|isbn)$/.test(key) && text.split(/\s+/).length <= 40

/** Languages whose words are names of fields and functions: what a person says stands in their strings. */
const ofFields = /^(?:jql|cql|kql|spl|logql|promql|expr)$/
const operators = /\b[A-Z]{2,}\b/g
const ofMetrics = /^[\w\s():,*/+<>=.-]{0,200}\w\{[^{}]{0,400}\}[^"]{0,200}$|\[\d{1,4}[smhdw]\]/

/** `type:journal-article,has-abstract:true`: kinds that a catalogue filters by. */
const kinds =
  /(?<![\w.-])(?:[a-z]{0,20}[-_]?type|lang(?:uage)?|status|state|(?:has|is)[-_][a-z][\w-]{0,30}):[a-z]{1,20}(?:-[a-z]{1,20})?(?![\w-])/gi

/** SPARQL, GraphQL and the language of library catalogues that read: what they say is in their strings. */
const graphQuery =
  /^\s*(?:#[^\n]{0,200}\n\s*){0,9}(?:(?:prefix\s[\s\S]{0,400})?(?:select|ask|construct|describe)\b[^{]{0,400}\{|(?:query\b[^{]{0,400})?\{[\s\S]{0,20000}\}\s*$|\[out:|[\s\S]{0,200}(?:\bin parents\b|\blike\s{1,3}')|select\b[\s\S]{1,2000}\bfrom\s|[\w.]{1,40}\s{1,3}(?:all|any|exact|adj|within|==?)\s{1,3}")|\b(?:eq|ne|gt|ge|lt|le|startswith|contains)\b\s*\(?['\d]/i

/** Of an address each part of its path and each value of its query; of a query its strings; else the whole. */
function piecesOf({ key, text }: Pick<Leaf, 'key' | 'text'>, isAddress: boolean): string[] {
  // A form, as it is posted.
  if (!isAddress && key === 'body' && /^[\w.$[\]-]{1,40}=/.test(text))
    return text
      .split('&')
      .flatMap((pair) =>
        piecesOf({ key: 'q', text: decoded(pair.slice(pair.indexOf('=') + 1).replaceAll('+', ' ')) }, false),
      )
  const isFilter = /^\$?(?:filters?|fq|facets?|q|(?:search_)?query)$/.test(key)
  if (!isAddress && (graphQuery.test(text) || ofFields.test(key) || ofMetrics.test(text)))
    return [
      ...[...text.matchAll(/"([^"]{0,2000})"|'([^']{0,2000})'/g)].map(([, one, other]) => one ?? other ?? ''),
      ...(text.match(/(?<=^|\s)#.{0,2000}/gm) ?? []),
      // Of what is made of fields and operators no sentence is made.
      ...(ofFields.test(key)
        ? (text.replace(operators, '|').match(/(?<!\p{L})\p{L}{2,30}(?:[ ,.]\p{L}{2,30}){5,40}/gu) ?? [])
        : []),
    ]
  if (!isAddress) {
    const plain = decoded(text.replaceAll('+', ' '))
    // `from-pub-date:2015,type:journal-article`: what stands before a colon is a field's name.
    return [isFilter ? plain.replace(kinds, ' ').replace(/(?<![\w.-])[a-z][\w.-]{0,40}:(?!\/\/)/gi, ' ') : plain]
  }
  const [whole = '', ...rest] = text.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/)
  // Behind a DOI stands nothing else.
  const path = decoded(whole).replace(/\/10\.\d{4,9}\/[^\s]{1,100}$/, '')
  const values = rest
    .join('&')
    .split('&')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return choosing.test(name.toLowerCase()) ? '' : decoded(value.join('=').replaceAll('+', ' '))
    })
  return [...path.split('/').map(decoded), ...values]
}
