import { hanShare } from '../../language'
import { isPartOfProgram } from './program-lines'

/**
 * Whether a sentence can stand in a report. The limits are in words for spaced scripts and in characters for Chinese;
 * they were set by reading reports over papers, encyclopaedic text and web pages.
 */
const sentenceBounds = { words: { least: 5, most: 75 }, characters: { least: 8, most: 260 } } as const

const auxiliary =
  /\b(is|are|was|were|be|been|being|am|has|have|had|can|could|may|might|must|shall|should|will|would|do|does|did|cannot|isn't|aren't|wasn't|doesn't|don't)\b/i
/** Verbs that carry sentences of technical prose without an auxiliary. */
const finiteVerb =
  /\b(shows?|showed|gives?|gave|finds?|found|makes?|made|takes?|took|becomes?|became|leads?|led|means?|meant|presents?|describes?|discusses|considers?|contains?|includes?|provides?|requires?|depends?|increases?|decreases?|causes?|produces?|yields?|indicates?|suggests?|reveals?|demonstrates?|proposes?|develops?|derives?|obtains?|occurs?|exists?|remains?|appears?|seems?|follows?|agrees?|differs?|compares?|covers?|applies|apply|results?|reduces?|improves?|allows?|enables?|uses?|used|explains?|examines?|investigates?|reports?|concludes?|predicts?|estimates?|measures?|represents?|consists?|involves?|affects?|determines?|exceeds?|lies?|lay|holds?|held|begins?|began|started?|ended|won|lost|wrote|written|built|grew|grows?|rises?|rose|falls?|fell|moves?|runs?|ran|works?|worked|needs?|helps?|keeps?|kept|sets?|serves?|tends?|varies|vary|goes|went|came|comes?|said|says?|argues?|argued|claims?|claimed|believes?|knew|known|knows?|sees?|saw|seen|gets?|got|did|lives?|lived|died|born|founded|released|published|located)\b/i
const pastForm = /\b\p{Ll}{3,}ed\b/u
/** A verb with its object: `raises its pressure`, `phased them out`, `phases most of them down`. */
const verbWithObject =
  /\b\p{Ll}{3,}s ((up|off|out|away|back) )?(the|a|an|its|their|it|them|itself|themselves|most of (them|it))\b|\b\p{Ll}{3,}ed (them|it|itself|themselves)\b/u

/** Words that controls and notices of a page are made of: a sentence of more words speaks about such a thing. */
const mostControlWords = 8
const controls: readonly RegExp[] = [
  /\b(copyright|creative commons|terms of (use|service)|privacy policy|cookie)/i,
  /\b(click here|sign (in|up)|log ?in|subscribe|newsletter|share (this|on)|back to top|skip to|read more|learn more|next page|previous page|table of contents|view (all|more)|download (pdf|now))\b/i,
  /\b(doi\.org|https?:\/\/|www\.)\S.{0,2000}\b(https?:\/\/|www\.)/i,
]
const boilerplate: readonly RegExp[] = [
  /\ball rights reserved\b|©|\(c\)\s*(19|20)\d\d/i,
  /^(navigation|menu|home|search|contents|index|references|bibliography|acknowledge?ments?|appendix|keywords?|key words|abstract|introduction|conclusions?)\b[\s:.\d]{0,4}$/i,
  /^(fig(ure)?s?|tab(le)?s?|chart|plate|eq(uation)?|scheme|photo|image)\.?\s*\(?[\dIVXA-Z]{1,5}([.\-–]\d+)?\)?\s*[.:|–—-]/i,
  /^(keywords?|key words|e-?mail|tel|fax|doi|issn|isbn|arxiv|received|accepted|published online|available online|corresponding author)\b\s*[:：]?/i,
  /^\s*(https?:\/\/|www\.)\S+\s*$/i,
  /\.{4,}|(\s\.){4,}|…{2,}/,
  /^(\d{1,2}(\.\d{1,2}){0,3}\.?\s)?\p{Lu}[^|]{0,120}(\|\s?|…\s?\|?\s?)(\d{1,4}|[ivxl]{1,6})$/u,
  /^(版权所有|版权声明|保留所有权利|免责声明|相关阅读|延伸阅读|参考文献|参考资料|外部链接|关键词|关键字|目录|导航|首页|上一页|下一页|返回顶部|责任编辑|来源|作者|编辑|收稿日期|基金项目|点击|分享到?|登录|注册)\s*[:：|｜·]?/,
  /(版权所有|未经(许可|授权).{0,8}(转载|使用)|点击(这里|此处|查看)|扫描?二维码|关注(我们|公众号)|隐私政策|用户协议)/,
  /^(图|表|附图|附表|照片)\s*[\d一二三四五六七八九十]+([.\-–]\d+)?\s*[：:．.、\s]/,
]
const part =
  '(?:sub-?section|section|chapter|page|document|documentation|article|paper|appendix|paragraph|tutorial|guide|note|table|figure|diagram|chart|graph|matrix|list|example|code|text|discussion)s?'
const tells =
  '(?:describe|discuss|explain|show|list|summari[sz]e|outline|cover|introduce|demonstrate|illustrate|define|present|provide|contain|give|assume|identif(?:y|ie))s?'
const told =
  '(?:described|discussed|explained|shown|noted|mentioned|defined|listed|outlined|detailed|documented|illustrated|covered|given|summari[sz]ed)'
/** Sentences about the text instead of its matter: what it will say, where something else stands, who should read it. */
const signposts: readonly RegExp[] = [
  `\\b(?:this|these|the (?:next|following|previous|preceding|remaining|rest of (?:this|the)|first|second|last|final)) (?:\\w+ )?${part}(?: (?:above|below))?(?: (?:also|briefly|then|only|will|shall))* (?:${tells}|(?:is|are) (?:about|an? (?:list|summary|overview|introduction|description|brief)|intended|meant|organi[sz]ed|divided))\\b`,
  `\\b${part} (?:above|below)(?: \\w+)? ${tells}\\b`,
  `(?<!\\bas )\\b${told}(?: in (?:more |greater |further )?detail| further)? (?:here|above|below|later|earlier|previously|elsewhere|separately|(?:in|by) (?:the|this|an?|section|chapter|appendix)\\b[^.]{0,40}${part}\\b)`,
  `\\b(?:is|are|was|were|be) as ${told} (?:above|below|later|earlier|previously|elsewhere)\\b`,
  '\\b(?:is|are|be) (?:found|available)(?: in detail)? (?:here|above|below|later|elsewhere|separately)\\b',
  '^\\W*(?:see|see also|refer to|consult|cf\\.?|click|scroll|jump to|return to|back to)\\b',
  '\\b(?:see|refer to|consult)\\b[^.]{0,90}\\b(?:documentation|section|document|article|chapter|appendix|manual|discussion|page|below|above|details?|information|explanation)\\b',
  '\\b(?:for details|(?:more|further|additional|complete|full|background) (?:information|details?|discussion|explanation|examples))\\b[^.]{0,90}\\b(?:see|refer|consult|found|available|below|above|separately|elsewhere|contained in)\\b',
  '\\b(?:beyond|outside) the scope of\\b|\\bintended audience\\b|\\breaders? (?:is|are|should be|who (?:is|are))\\b',
  `^\\W*(?:here|below|above|following) (?:is|are) (?:an?|the|some|brief)\\b|^\\W*(?:next|first|now|then),? (?:we|let us|let's)\\b|\\bwe (?:will |shall )+(?:now |next |first |then )?(?:${tells}|see|look|turn|consider)\\b`,
  '\\b(?:(?:following|follows|below|these|includes?|including)\\b[^.:]{0,40}|is|are):\\W*$',
  '\\b(?:page|document) (?:was )?last (?:modified|updated)\\b',
  `^\\W*the (?:next|following|left|right|top|bottom|upper|lower|first|second|third|last) (?:\\w+ )?(?:plots?|figures?|panels?|graphs?|diagrams?|tables?|codes?|listings?|outputs?|commands?|calls?|lines?) `,
  '^\\W*the (?:\\w+ )?(?:code|commands?|example|output|plots?|figures?|tables?|listings?|lines?|calls?) (?:below|above)\\b',
  '^\\W*(?:this|the (?:following|next|preceding|previous)) (?:\\w+ )?(?:examples?|snippets?|listings?) (?!(?:\\w+ )?(?:for|of)\\b)',
  '\\bwe (?:get|obtain|see) the following\\b',
  '^\\W*(?:before|having|after) (?:describing|discussing|presenting|explaining|turning|described|discussed|presented|explained)\\b',
  '\\b(?:we|i) (?:\\w+ )?(?:describe|discuss|outline|sketch|review)\\b',
  // What papers say of themselves: "Section 4 describes how …", "We begin our evaluation by …", "Next, I give examples of …".
  `(?<!\\b(?:as|that|what|which) )\\b(?:sub)?(?:section|chapter|appendix)(?:es|s)? [\\dIVXA-Z][\\d.]{0,6}(?: (?:and|to|through) [\\d.]+)? (?:\\w+ )?(?:describes?|discuss(?:es)?|details|explains?|presents?|outlines?|summari[sz]es?|reviews?|surveys?|examines?|evaluates?|explores?|concludes|introduces?|begins|shows? how)\\b`,
  // "Table [tab:sizes] presents the sizes." of a paper in LaTeX.
  `^\\W*(?:tables?|figures?|fig\\.|listings?|algorithms?|sections?|chapters?|appendix|appendices) \\[[^\\]]{1,60}\\] (?:presents?|lists?|summari[sz]es?|reports?|gives?|provides?|contains?|describes?|discuss(?:es)?|introduces?|illustrates?)\\b`,
  `\\bthe (?:previous|preceding|next|following|last) ${part} (?:${tells}|${told})\\b`,
  '^\\W*(?:we|i) (?:(?:now|then|first|next|also) )?(?:begin|start|conclude|close|end) (?:our|the|this|my|by|with)\\b',
  `^\\W*(?:in (?:this|the (?:next|following|rest of (?:this|the))) ${part},? |next,? |now,? |below,? )(?:we|i) (?:will )?(?:\\w+ )?(?:${tells}|turn|focus|look|examine|explore|evaluate|review)\\b`,
  "^\\W*(?:let us|let me|let's) (?:\\w+ )?(?:explain|describe|consider|look|turn|discuss|begin|start|return|see|examine)\\b",
  '^[^。]{0,40}(?:见下文|如下所示|如下图|详见|参见|参阅|请看|请参考)',
  '(?:^|[，；“”])(?:在?(?:本|这一?|此|上一?|下一?|前一?|后一?)(?:小?节|章节?|文|书|手册|指南|教程|部分|文档|附录)(?:将|会|只|主要|简要|里|中)?[^，。]{0,6}(?:描述|讲述|讲解|讲到|介绍|说明|讨论|解释|概述|涵盖|列出|给出|提供|提及|提到))',
  '^(?:现在|接下来|首先|下面|以下|最后)?，?(?:让我们|我们将?(?:来|要|会)?(?:看看|讨论|介绍|描述|说明|回顾))',
  '^(?:下面|以下|下表|下图|上表|上图|下列)(?:是|列出|给出|显示|展示|说明)',
  '(?:更多|进一步的?)(?:信息|细节|内容|说明)[^。]{0,20}(?:见|参考|参阅|查看|阅读)',
].map((pattern) => new RegExp(pattern, 'i'))

/** Whether a sentence speaks of the text; what it says in brackets is an aside. */
function isSignpost(text: string): boolean {
  const bare = text
    .replace(/\([^()]*\)|（[^（）]*）/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const isWhole = bare.length > (hanShare(bare) >= 0.25 ? 12 : 25)
  return signposts.some((pattern) => pattern.test(isWhole ? bare : text))
}

/** `Smith, J. and Doe, A., 1998`, `[12] A. Author`, `vol. 3, no. 2, pp. 1–20`. */
const reference: readonly RegExp[] = [
  /^\s*(\[\d{1,3}\]|\(\d{1,3}\)|\d{1,3}\.)\s+\p{Lu}[\p{L}'’-]+,?\s+(\p{Lu}\.\s*){1,3}/u,
  /^\s*\p{Lu}[\p{L}'’-]+,\s+(\p{Lu}\.[\s-]*){1,3}(,|&|and|\()/u,
  /\b(vol|pp|no)\.\s*\d.{0,400}\b(vol|pp|no)\.\s*\d/i,
  /\bet al\.\s*(?:[,(]\s*)?(19|20)\d\d[a-z]?\)?\s*[.,]\s*$/i,
  /^\s*[\p{Lu}“"].{0,200},\s*\d{1,4}\s?(\(\d{1,4}([–-]\d{1,4})?\))?\s?[,:]\s*\d{1,5}\s?[–-]\s?\d{1,5}\.?$/u,
]
/** `L.K. Grover, A fast algorithm for …, quant-ph/9607024`: initials, a name, a title, and no verb of a sentence. */
const referenceByInitials = /^(?:\p{Lu}\.\s?){1,3}\p{Lu}[\p{L}'’-]+(?:,| and\b)\s/u
const affiliation =
  /^[^.]{0,80}\b(university|institute|department|dept|laborator(y|ies)|college|school|faculty|inc|ltd|corporation)\b[^.]{0,80}$/i

/** A participle without what it belongs to: the beginning of the sentence is lost (`constructed of the same …`). */
const headless = /^\p{Ll}{3,}(ed (of|by|with|to|in|on|at|from|for)|ing (on|upon|from|to|with)) /u

/** What goes on after a formula that stands on lines of its own: `where σ is the …`, `which we recognize as …`. */
const continuation =
  /^(?:where|which|whose|with|and|or|but|so that|such that|for all|for which|if|as|is|are|was|were|has|have|in which|on which|of which|to which|by which|from which|respectively)\b/

/** Part of a formula that a PDF shows on several lines: cells with signs of mathematics and hardly a word. */
function isFormula(text: string): boolean {
  return text.includes(' | ') && /[=∑∏∫√∂≤≥≠]/u.test(text) && (text.match(/\p{L}{3}/gu)?.length ?? 0) < 4
}

/** Chinese says in ten characters what takes forty letters: there a year and an amount are no reason to doubt a sentence. */
function symbolShare(text: string, isHan: boolean): number {
  const dense = text.replace(isHan ? /[\s\p{N}，。、；：]/gu : /\s/g, '')
  if (dense.length === 0) return 1
  return 1 - (dense.match(/[\p{L}]/gu)?.length ?? 0) / dense.length
}

function isPersonList(text: string): boolean {
  const words = text.match(/\p{L}+/gu) ?? []
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length
  return words.length >= 4 && capitals / words.length > 0.75 && !auxiliary.test(text)
}

/**
 * Begins with a capital, ends with a full stop (asked before), and is not set as a title: no list of verbs is whole, and
 * `The windmill grinds barley` is a sentence for whoever wrote it so. What begins small has to show its verb.
 */
function isWrittenAsSentence(text: string, words: readonly string[]): boolean {
  if (!/^["'“‘(]?\p{Lu}/u.test(text)) return false
  const later = words.slice(1)
  return later.filter((word) => /^\p{Lu}/u.test(word)).length / Math.max(1, later.length) <= 0.4
}

/** A row of a table or a record (`name: value, …`), which has no verb and still says something. */
export function isRow(text: string): boolean {
  const cells = text.split(/\t|\s\|\s|；|; /).filter((cell) => cell.trim().length > 0)
  if (cells.length >= 3) return true
  return (text.match(/(^|[,;\s])[\p{L}_ ]{2,30}[:=：]\s*\S/gu)?.length ?? 0) >= 2
}

/** Words that no sentence and no item of a list ends with: the line below goes on. */
const cutOff =
  /\b(?:the|an?|of|that|to|with|by|for|from|into|in|on|at|as|is|are|was|were|be|which|when|if|their|its|this|these|than|may|can|must|will|looks?)$/i

/** `SIZE: Default: 500`: what an entry says of its default, with its name. */
export const namesDefault = (text: string): boolean => /^[^\s:]{2,60}: Defaults?\b/.test(text)

/** Why a sentence cannot stand in a report, or null where it can. */
export function sentenceDefect(text: string): string | null {
  const trimmed = text.trim()
  const words = trimmed.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? []
  const unwanted = words.length <= mostControlWords ? [...controls, ...boilerplate] : boilerplate
  if (unwanted.some((pattern) => pattern.test(trimmed))) return 'boilerplate'
  if (reference.some((pattern) => pattern.test(trimmed))) return 'reference'
  if (referenceByInitials.test(trimmed) && /\d/.test(trimmed) && !auxiliary.test(trimmed)) return 'reference'
  if (isSignpost(trimmed)) return 'signpost'
  if (isPartOfProgram(trimmed)) return 'code'
  if (cutOff.test(trimmed)) return 'cutOff'
  if (isFormula(trimmed)) return 'symbols'
  if (namesDefault(trimmed)) return null
  const row = isRow(trimmed)
  const isHan = hanShare(trimmed) >= 0.25
  if (symbolShare(trimmed, isHan) > (row ? 0.6 : 0.42)) return 'symbols'
  if (isHan) {
    const length = trimmed.replace(/\s/g, '').length
    if (length < sentenceBounds.characters.least) return 'tooShort'
    if (length > sentenceBounds.characters.most) return 'tooLong'
    if (!row && !/[。！？；…!?;.）)」』”"’]$/.test(trimmed)) return 'fragment'
    if (/[?？]["'”’）」』]*$/.test(trimmed)) return 'question'
    return null
  }
  if (words.length < sentenceBounds.words.least) return 'tooShort'
  if (words.length > sentenceBounds.words.most) return 'tooLong'
  if (row) return null
  if (isPersonList(trimmed) || (affiliation.test(trimmed) && !auxiliary.test(trimmed))) return 'names'
  if (!/[.!?…]["'”’)\]]*$/.test(trimmed)) return 'fragment'
  if (/^[)\],;:%&=+*/.]/.test(trimmed) || /[,;:]\s*[.]?$/.test(trimmed)) return 'fragment'
  if (/\?["'”’)]*$/.test(trimmed)) return 'question'
  if (/\b(that|the|of|and|or|by|to|with|as follows|is|are|follows)\s*[.:…]+$/i.test(trimmed)) return 'fragment'
  if (continuation.test(trimmed)) return 'continuation'
  if (headless.test(trimmed) && !/,/.test(trimmed.slice(0, 90))) return 'fragment'
  if ((trimmed.match(/[([]/g)?.length ?? 0) !== (trimmed.match(/[)\]]/g)?.length ?? 0) && words.length < 12)
    return 'fragment'
  if (
    !auxiliary.test(trimmed) &&
    !finiteVerb.test(trimmed) &&
    !verbWithObject.test(trimmed) &&
    !isWrittenAsSentence(trimmed, words) &&
    // A title writes its verb with a capital; a list of names has none.
    !(pastForm.test(trimmed) && (words.length >= 9 || /^["'“‘(]?\p{Lu}/u.test(trimmed)))
  )
    return 'noVerb'
  return null
}
