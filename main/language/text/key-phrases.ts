import { functionWords, vagueWords } from './stop-words'
import { type Word, wordsOf } from './words'

/** A phrase as it stands in the material. `key` is its stems: forms of one phrase share it. */
export interface PhraseUse {
  readonly key: string
  readonly surface: string
  readonly stems: readonly string[]
  readonly isHan: boolean
  /** True where the phrase ends with its run of words: what is cut out of a longer name does not. */
  readonly isClosed: boolean
}

/** Words that open or close no name of a theme: verbs and adjectives of reporting, measures, ordinals. */
const weakEdges = new Set(
  `based obtained presented discussed given shown developed derived described considered proposed observed reported
   investigated studied using used made due new recent recently various different several certain general generally
   possible similar respect result results resulting method methods problem problems case cases effect effects value
   values form forms number numbers order basis paper report study analysis investigation part type types means use
   present good large small high low higher lower great greater less relatively approximately approximate simple
   first second third last total additional main major important significant able required corresponding associated
   compared comparison carried determined calculated measured applied performed found extended indicate indicates
   indicated show shows terms term conditions condition agreement consideration range ranges purpose found lead leads
   provide provides give gives yield yields include includes including increase increases decrease decreases assumed
   assuming allow allows require requires make makes consist consists follow follows following appear appears become
   becomes occur occurs suggest suggests example examples year years day days time times way ways people thing things
   one two three four five six seven eight nine ten per cent percent fig figure table section chapter page obtain
   concerned concerning involving involved available known unknown entire whole complete completely particular
   particularly special specific existing exact close closely near best better well long short early late later back
   end left right side top bottom previous previously current currently described taken taking account accounts
   presence absence reduced reduce reduces containing contains contain treated treatment valid sufficient limited
   evaluated estimated predicted explained solved established illustrated formulated employed introduced included
   undertaken conducted attempted attempt help helped need needs want called named become became said says made
   making getting got take takes took come comes came goes going went seen see look looks looking work works worked
   working give giving known
   dash arbitrary appreciable considerable considerably mainly solution solutions`.split(/\s+/),
)
/** Verbs that are hardly ever nouns: a phrase does not reach over them. */
const verbs = new Set(
  `depend depends become becomes became contain contains contained require requires required occur occurs occurred exist
   exists existed remain remains remained appear appears appeared seem seems seemed agree agrees agreed differ differs
   differed consider considers considered describe describes described discuss discusses provide provides provided
   include includes included consist consists involve involves involved obtain obtains obtained derive derives derived
   develop develops determine determines determined indicate indicates indicated suggest suggests suggested reveal
   reveals revealed demonstrate demonstrates demonstrated propose proposes proposed allow allows allowed enable enables
   explain explains explained examine examines examined investigate investigates investigated conclude concludes
   concluded predict predicts predicted affect affects affected exceed exceeds exceeded begin begins began tend tends
   vary varies varied give gives gave show shows showed shown find finds make makes made take takes took lead leads led
   follow follows followed keep keeps kept help helps carry carries carried save saves saved pay pays paid fall falls fell rise rises rose lose
   loses lost raise raises raised compare compares compared differ solve solves solved obey obeys obeyed`.split(/\s+/),
)
const adverb = /ly$/
const weakHan =
  /^(可以|能够|成为|开始|进行|发生|认为|表示|使用|提供|得到|出现|存在|具有|拥有|达到|获得|受到|成立|建立|建成|举行|担任|目前|当时|后来|现在|以后|以前|之后|之前|期间|同时|其他|其它|许多|很多|大量|部分|不少|主要|重要|著名|年|月|日|公里|左右|以上|以下|方面|情况|问题|时间|时期|地方|世纪|第一|第二|第三|先后|分别|由于|以来|此后|于是|直到|直至|今|人|并|曾|最|又|等|为了|之一|自|经|此|不同|一般|通常|可能|必须|需要|成功|包括|属于|位于|作为|随着|通过|根据|因此|导致|形成|发展|发现|改|共|起|个|约|余|名为|命名|称|数|首|初|末|至|未|再|仍|便|亦|均|皆|且|已|被|遭|无|非|以|之|其|均|各|另|另外|继续|正式|决定|宣布|参加|加入|离开|前往|回到|来到|返回|认|较|每|逐渐|随后|最终|最后|终于|总|原|新|旧|大|小|高|低|长|老|多|少|快|慢|好|坏)$/
const breaks = /[.,;:!?()[\]{}"“”‘’«»|/\\•·—–，。；：！？、（）「」『』【】〈〉《》…\n\t]/

function isWeakEdge(word: Word): boolean {
  const lower = word.surface.toLowerCase()
  if (word.isHan) return word.isStop || weakHan.test(word.surface) || word.surface.length < 2
  return (
    word.isStop ||
    weakEdges.has(lower) ||
    vagueWords.has(lower) ||
    adverb.test(lower) ||
    /\d/.test(lower) ||
    lower.length < 3
  )
}

function usesOfRun(run: readonly Word[], text: string, most: number): PhraseUse[] {
  const uses: PhraseUse[] = []
  for (let from = 0; from < run.length; from += 1) {
    for (let to = from + 1; to <= Math.min(run.length, from + most); to += 1) {
      const words = run.slice(from, to)
      const first = words[0]
      const last = words.at(-1)
      if (first === undefined || last === undefined || isWeakEdge(first) || isWeakEdge(last)) continue
      const surface = text.slice(first.start, last.end).replace(/\s+/g, ' ')
      const stems = words.map((word) => word.stem)
      const next = run[to]
      const isClosed = next === undefined || isWeakEdge(next)
      uses.push({ key: stems.join(' '), surface, stems, isHan: first.isHan, isClosed })
    }
  }
  return uses
}

/**
 * Candidate phrases after RAKE (Rose et al., 2010): runs of words between function words and punctuation, all their
 * parts of up to four words (two for Chinese, whose words are longer), none beginning or ending in a weak word.
 * What stands in 《…》 is a name and counts as one phrase.
 */
export function phraseUses(text: string): PhraseUse[] {
  const uses: PhraseUse[] = []
  for (const match of text.matchAll(/《([^《》]{2,24})》/g)) {
    const name = match[0]
    uses.push({ key: name, surface: name, stems: [name], isHan: true, isClosed: true })
  }
  let run: Word[] = []
  const flush = () => {
    if (run.length > 0) uses.push(...usesOfRun(run, text, run.some((word) => word.isHan) ? 2 : 4))
    run = []
  }
  for (const word of wordsOf(text)) {
    const last = run.at(-1)
    const gap = last === undefined ? '' : text.slice(last.end, word.start)
    if (breaks.test(gap) || (last !== undefined && last.isHan !== word.isHan)) flush()
    const lower = word.surface.toLowerCase()
    const isGlue = functionWords.has(lower) || verbs.has(lower) || (word.isHan && word.isStop)
    if (isGlue) flush()
    else run.push(word)
  }
  flush()
  return uses
}

/** A word of this form is an adjective more often than a name, but for the nouns listed. */
const adjectival =
  /^(?!(material|potential|signal|interval|metal|journal|crystal|animal|chemical|hospital|trial|removal|arrival|survival|approval|proposal|capital|mineral|integral|logic|traffic|fabric|music|topic|metric|clinic|public|derivative|perspective|objective|alternative|variable|mechanic|principal|total|portal|terminal|manual|individual|goal|coal|canal|cable|table)s?$)\p{L}{2,}(ic|ical|al|ive|ous|able|ible|less|ful)$/iu
const verbal = /^\p{L}+(ing|ed)$/u

/** True for a phrase that names a thing: it must not end in a participle, nor be one word that is a verb's form. */
export function isNaming(use: PhraseUse): boolean {
  if (use.isHan) return use.surface.length >= 2 && !/[的了着过在和与是有不为被把从向]/u.test(use.surface)
  const words = use.surface.split(' ')
  const last = words.at(-1) ?? ''
  if (/^\p{L}+ed$/u.test(last) || adjectival.test(last)) return false
  if (words.length === 1) return !verbal.test(last) && !/(ent|ant)$/.test(last) && last.length >= 4
  return new Set(use.stems).size === use.stems.length
}
