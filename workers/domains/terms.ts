import { segmentForSearch } from '../../contract/recall/search-text'

const han = /\p{Script=Han}/u
const hanRun = /[\p{Script=Han}]+/gu

/** Words that say nothing about what a document is about. */
const stopWords = new Set(
  `a about above after again against all almost along already also although always am among an and another any anything
  are around as at away back based be became because become been before being below between both but by can cannot case
  cases chapter could contents copyright did different do does doing done down during each either else end enough etc even
  ever every example examples fact far few figure file files find first following follows for form found from further
  general get gets give given gives go goes good got had has have having he her here him his home how however i if in
  index information inside instead into introduction is it its itself just keep kind know known large last later least
  less let like list little long look made main make makes making many may me mean means might more moreover most much
  must my name named names near need needed needs never new next no none nor not note notes nothing now number numbers of
  off often old on once one ones only or order other others otherwise our out over overview own page pages part parts per
  perhaps place please point possible previous quite rather read really reserved rest result results right rights said same
  say says section see seem seen set several shall she should show shown shows since small so some something soon still
  such table take taken takes text than that the their them then there these they thing things this those though three
  through thus time times title to together too top toward two type types under unless until up upon us use used useful
  user users uses using usual usually value values version versions very via want was way ways we well were what when
  where whether which while who whole whom whose why will with within without work works would www year years yes yet you
  your http https html htm org com pdf txt md doc docs php png jpg amp nbsp null true false ii iii iv vs eg ie don isn
  doesn won summary questions question remarks remark appendix documentation document documents add added adding readme changes changed change return returns returned
  determine determines list lists listed allow allows support supports supported default defaults include includes see
  also called call calls create created creates current second must option options provide provides require required
  requires detail details argument arguments description describe described complete single common large larger below`.split(
    /\s+/,
  ),
)
const stopHan = new Set(
  `的 了 着 过 在 和 与 是 有 不 为 被 把 从 向 对 于 及 或 等 之 其 这 那 此 个 们 我 你 他 她 它 也 都 就 还 但 而 并 以 可以 能够 进行
  使用 一个 一种 我们 他们 这个 这些 那些 以及 因为 所以 如果 但是 通过 根据 由于 主要 没有 不是 可能 需要 问题 情况 方面 时间 时候
  文件 文档 内容 说明 介绍 概述 目录 章节 其中 之后 之前 同时 开始 成为 为了 包括 提供 不同 一般 通常 以上 以下 相关 关于 每年 每天
  认为 表示 应当 必须 不得 规定 各种 第一 第二 第三 一些 很多 许多`.split(/\s+/),
)

/** A word or two that stand together, as a text has them. */
interface Term {
  /** Its form by which uses are counted as one. */
  readonly key: string
  readonly surface: string
}

/** One form for a word's singular and plural. */
function formOf(lower: string): string {
  if (lower.length < 4 || !lower.endsWith('s') || /(?:ss|us|is)$/.test(lower)) return lower
  if (lower.endsWith('ies') && lower.length > 4) return `${lower.slice(0, -3)}y`
  return /(?:ches|shes|xes|sses)$/.test(lower) ? lower.slice(0, -2) : lower.slice(0, -1)
}

/** How uses of a word are counted as one. */
export const keyOf = (word: string): string => formOf(word.toLowerCase())

/**
 * The words of a text that can name a subject, and pairs of them that stand together. Chinese words are joined only to
 * Chinese ones.
 */
export function termsOf(text: string): Term[] {
  const terms: Term[] = []
  // A pair reaches over no punctuation.
  for (const run of text.split(/[^\p{L}\p{N}\s'’_+#-]+|\n/u)) {
    let before: Term | null = null
    const spaced = han.test(run) ? run.replace(hanRun, hanWords) : run
    for (const word of spaced.split(/[\s'’]+/)) {
      const surface = trimmed(word)
      const term = isNaming(surface) ? { key: keyOf(surface), surface } : null
      if (term !== null) {
        terms.push(term)
        if (before !== null && before.key !== term.key && han.test(surface) === han.test(before.surface)) {
          const between = han.test(surface) ? '' : ' '
          terms.push({ key: `${before.key} ${term.key}`, surface: `${before.surface}${between}${surface}` })
        }
      }
      before = term
    }
  }
  return terms
}

/** Characters that stand for no word on their own, though they stand alone. */
const loose =
  /^[的了着过在和与是有不为被把从向对于及或等之其这那此个们我你他她它也都就还但而并以因所由将会可要上下中内外前后时年月日]$/

/** Words of a Chinese run; characters that the segmenter leaves alone are mostly one word that it does not know. */
function hanWords(run: string): string {
  const words: string[] = []
  let open = false
  for (const word of segmentForSearch(run).trim().split(/\s+/)) {
    const isAlone = [...word].length === 1 && !loose.test(word)
    if (isAlone && open && [...words.at(-1)!].length < 4) words[words.length - 1] += word
    else words.push(word)
    open = isAlone
  }
  return ` ${words.join(' ')} `
}

/** Without the marks around a word. */
function trimmed(word: string): string {
  let [start, end] = [0, word.length]
  while (start < end && '-_+#'.includes(word[start]!)) start++
  while (end > start && '-_'.includes(word[end - 1]!)) end--
  return word.slice(start, end)
}

function isNaming(word: string): boolean {
  if (han.test(word)) return word.length >= 2 && word.length <= 8 && !stopHan.has(word)
  const lower = word.toLowerCase()
  return word.length >= 3 && word.length <= 30 && /^\p{L}/u.test(word) && !stopWords.has(lower)
}

export const isHan = (text: string): boolean => han.test(text)
