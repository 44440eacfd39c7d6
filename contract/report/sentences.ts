/** A sentence's place: UTF-16 code units, end exclusive; `text.slice(start, end)` is the sentence, trimmed. */
export interface SentenceRange {
  readonly start: number
  readonly end: number
}

/**
 * Splits text into sentences by rules, the same ones for passages and for reports, so that what is cited can be
 * found again letter by letter. A line end always ends a sentence: extracted text has line ends only between
 * paragraphs, list items, table rows and lines of code. Ranges are ordered, do not overlap and leave out only
 * white space. Pure, and independent of the ICU version (Node's and Electron's differ).
 */
export function splitSentences(text: string): SentenceRange[] {
  const sentences: SentenceRange[] = []
  let lineStart = 0
  while (lineStart < text.length) {
    let lineEnd = text.indexOf('\n', lineStart)
    if (lineEnd === -1) lineEnd = text.length
    splitLine(text, lineStart, lineEnd, sentences)
    lineStart = lineEnd + 1
  }
  return sentences
}

const western = '.!?…‽؟۔।'
const eastern = '。！？｡．'
const terminators = new Set(western + eastern)
const closers = new Set('"\'”’»›)]}」』】〕）］》〉')
/** Closers of titles: a full stop inside 《…》 belongs to the title, not to the sentence. */
const titleClosers = new Set('》〉')
const continuing = /[，、；：,;:—–)\]）】」』]/u

const whiteSpace = /\s/u
const lowerCase = /\p{Ll}/u
const upperCase = /\p{Lu}/u
const digit = /\p{Nd}/u
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}　-〿＀-￯]/u

/** Abbreviations after which a sentence never ends: something always follows them. */
const bound = new Set(
  `mr mrs ms dr prof st mt capt lt rev hon gov messrs mme mlle hr fr fig figs abb kap eq eqs eqn eqns sec secs ch chap chaps no nos
   vol vols pp p par para ref refs tab tabs app thm lem def prop cor art arts cf viz vs v e.g i.e eg ie ca approx resp esp
   ed eds op cit ibid ex pl bzw z.b d.h u.a vgl max min avg`.split(/\s+/),
)

/** Abbreviations that may also end a sentence: they do where a word that opens sentences follows. */
const open = new Set(
  `al etc inc ltd co corp jr sr ph.d m.d b.sc m.sc d.c u.s u.k u.n e.u a.m p.m a.d b.c b.c.e c.e n.b w.r.t i.i.d sq in ft rd
   ave blvd bros dept univ assoc std temp incl excl gen col sgt sen rep pres obs lit jan feb mar apr jun jul aug sep sept
   oct nov dec mon tue wed thu fri usw`.split(/\s+/),
)

/** Of the bound ones, those that are ordinary words too. */
const ordinaryWords = new Set('art sec ed max min app ex fr par prop def ref tab ch'.split(' '))

const openers = new Set(
  `the this that these those there they their then thus therefore it its in on at as an a and but or for from by with
   we our he she his her you your i if when while where what which who why how since because although though however
   hence here after before during both each every some many most several such no not one two all to so yet also
   moreover furthermore finally first second third results figure table section`.split(/\s+/),
)

function splitLine(text: string, from: number, to: number, into: SentenceRange[]): void {
  let start = skipSpace(text, from, to)
  if (start >= to) return
  const first = start
  let cased: boolean | undefined
  let at = start
  while (at < to) {
    if (!terminators.has(text.charAt(at))) {
      at++
      continue
    }
    const dot = at
    while (at < to && terminators.has(text.charAt(at))) at++
    const run = text.slice(dot, at)
    const closed = skipClosers(text, at, to)
    const end = skipReferences(text, closed, to)
    const next = skipSpace(text, end, to)
    if (next >= to) break
    const isEastern = [...run].some((char) => eastern.includes(char))
    let ends: boolean
    if (isEastern) {
      ends = !isInsideTitle(text, at, closed) && !continuing.test(text.charAt(next)) && !isWidthDecimal(text, dot, next)
    } else if (next === end) {
      // "3.14", "example.org", "U.S.A": no white space follows. East Asian text needs none after ! and ?.
      ends = run !== '.' && eastAsian.test(text.charAt(next)) && !isInsideTitle(text, at, closed)
    } else {
      // A line's case is asked once: it costs a look at the whole line.
      cased ??= upperCase.test(text.slice(first, to))
      ends = endsWesternSentence({ text, lineStart: first, start, dot, run, next, cased })
    }
    if (ends) {
      into.push({ start, end })
      start = next
      at = next
    } else {
      at = Math.max(at, closed)
    }
  }
  let end = to
  while (end > start && whiteSpace.test(text.charAt(end - 1))) end--
  if (end > start) into.push({ start, end })
}

interface Stop {
  readonly text: string
  readonly lineStart: number
  /** Where the sentence under way began. */
  readonly start: number
  readonly dot: number
  readonly run: string
  /** First character after the white space that follows. */
  readonly next: number
  /** False where the line has no capital at all: case then says nothing. */
  readonly cased: boolean
}

function endsWesternSentence(stop: Stop): boolean {
  const { text, dot, next, cased } = stop
  const following = text.charAt(skipOpeners(text, next))
  const isLower = cased && lowerCase.test(following)
  // Tokenised text writes " . " between sentences, whatever the case of what follows.
  const isDetached = dot > stop.start && whiteSpace.test(text.charAt(dot - 1))
  if (isDetached && stop.run === '.') return true
  if (isLower) return false
  if (stop.run !== '.') return !continuing.test(text.charAt(next))
  if (continuing.test(text.charAt(next))) return false
  const word = wordBefore(text, stop.start, dot)
  if (word === '') return true
  const lower = word.toLowerCase()
  const nextWord = wordAfter(text, skipOpeners(text, next))
  if (bound.has(lower)) {
    // "no" and "fig" are also words and fruit: "No. 5" needs a digit, "The answer was no. The" does not.
    if (lower === 'no' || lower === 'nos') return !digit.test(following)
    return ordinaryWords.has(word) && openers.has(nextWord.toLowerCase())
  }
  if (open.has(lower)) return openers.has(nextWord.toLowerCase())
  if (/^\p{Lu}$/u.test(word)) return isSentenceAfterInitial(text, stop.start, dot, nextWord)
  // "J.-P. Sartre", "U.S.A. The": dotted capitals are an abbreviation that may end a sentence.
  if (/^(?:\p{L}\.)+-?\p{L}$/u.test(word)) return openers.has(nextWord.toLowerCase())
  // "1. Introduction", "(2. Methods": a number that opens a line is its label.
  if (/^\(?(?:\d{1,3}|[ivxIVX]{1,4}|[a-zA-Z])$/.test(text.slice(stop.lineStart, dot))) return false
  return true
}

/** "J. Smith" is a name; "vitamin C. The" and "plan B. It" end a sentence. */
function isSentenceAfterInitial(text: string, start: number, dot: number, nextWord: string): boolean {
  // "-10 °C. Between": a unit is no initial.
  if (text.charAt(dot - 2) === '°') return true
  if (!openers.has(nextWord.toLowerCase())) return false
  const before = text.slice(Math.max(start, dot - 40), dot - 1).trimEnd()
  return !/(?:\p{Lu}\.|,|&|\band)$/u.test(before)
}

/** The word that a dot closes, dots inside it included ("e.g", "Ph.D"). */
function wordBefore(text: string, start: number, dot: number): string {
  let at = dot
  while (at > start && dot - at < 24 && /[\p{L}\p{M}\p{Nd}.'’-]/u.test(text.charAt(at - 1))) at--
  const word = text.slice(at, dot)
  return /^[\p{L}.'’-]/u.test(word) ? word.replace(/^[.'’-]+/u, '') : word
}

function wordAfter(text: string, at: number): string {
  let end = at
  while (end < text.length && end - at < 24 && /\p{L}/u.test(text.charAt(end))) end++
  return text.slice(at, end)
}

function skipSpace(text: string, at: number, to: number): number {
  while (at < to && whiteSpace.test(text.charAt(at))) at++
  return at
}

function skipClosers(text: string, at: number, to: number): number {
  while (at < to && closers.has(text.charAt(at))) at++
  return at
}

function skipOpeners(text: string, at: number): number {
  while (at < text.length && '"\'“‘«‹([{「『【〔（［《〈¿¡'.includes(text.charAt(at))) at++
  return at
}

/** Reference marks that stand after the full stop belong to the sentence before them: "found.[12][3–5] The". */
function skipReferences(text: string, at: number, to: number): number {
  const mark = /\[[\d\s,;–-]{1,40}\]/y
  mark.lastIndex = at
  while (mark.lastIndex < to && mark.test(text)) at = mark.lastIndex
  return at
}

function isInsideTitle(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (titleClosers.has(text.charAt(at))) return true
  return false
}

/** Full-width "３．１４". */
function isWidthDecimal(text: string, dot: number, next: number): boolean {
  return text.charAt(dot) === '．' && digit.test(text.charAt(next)) && digit.test(text.charAt(dot - 1))
}
