/** More parts than these no sentence has; the rest stays in the last. */
const mostIntents = 6
/** Characters of a query that are looked at: a pasted document is no list of needs. */
const longestQuery = 4_000
/** A part with less says nothing by itself and stays with its neighbour. */
const fewestLetters = { latin: 8, han: 3 }

/** Words and signs that say outright that something else is wanted next. */
const sequence =
  /(?:[,;.]\s*|(?<!\s)\s+)and\s+(?:then|after\s+that|afterwards|finally|lastly)\b,?\s+|[,;.]\s*(?:then|after\s+(?:that|this)|afterwards|thereafter|subsequently)\b,?\s+|[,;.]\s*(?:next|finally|lastly),\s+|\n[^\S\n]*(?:[-*•]|\d+[.)])\s+/giu

/**
 * Verbs that requests are made with, in the form of the request. `… and book a room` asks for a second thing, `bread and
 * butter` does not.
 */
const verbs = `add analyse analyze answer ask book buy calculate chart check classify collect compare compose compute
convert count create delete describe design detect download draft draw edit email estimate evaluate explain export
extract fetch filter find format forecast generate get give help identify import list load look make measure open order
organise organize plan play plot predict prepare print proofread publish query read recommend record remind remove
render reserve rewrite run save scan schedule search send share show sort store suggest summarise summarize tell test
track transcribe translate turn update upload validate verify visualise visualize write`
const request = new RegExp(
  String.raw`(?:,\s*)?\s(?:and|plus)\s+(?=(?:please\s+|also\s+|(?:can|could|would|will)\s+you\s+(?:please\s+|also\s+)?|i\s+(?:also\s+)?(?:want|need)\s+to\s+|(?:help|let)\s+me\s+)*(?:${verbs.split(/\s+/).join('|')})\s+(?!and\b|or\b)\p{L})`,
  'giu',
)

const clause = /;\s+|；/gu
/** How a part begins that asks for something, and is no background of what another asks. */
const opening = new RegExp(
  String.raw`^(?:(?:please|also|just)\s+)*(?:${verbs.split(/\s+/).join('|')}|can|could|would|will|what|which|where|when|who|how|is\s+there|are\s+there|do\s+you|i\s+(?:want|need|would\s+like)|i['’]d\s+like|i['’]m\s+looking)\s|^\P{L}*\p{Script=Han}`,
  'iu',
)

const chineseSequence =
  /(?<![，,。；;\s])[，,。；;\s]*(?:然后|接着|之后再|随后|最后|并且|同时|另外|此外|还要|再帮我)[，,\s]*/gu
/** A comma parts two needs only where the second begins as a request does. */
const chineseRequest =
  /[，,。；;]\s*(?=(?:请|帮我|帮忙|给我|我要|我想|再)?(?:查|找|搜|列出|写|画|算|计算|翻译|总结|生成|发送|比较|分析|统计|预订|预定|提醒|读取|打开|下载|导出|转换))|并(?=(?:查|找|搜|列出|写|画|算|计算|翻译|总结|生成|发送|比较|分析|统计|预订|预定|提醒|导出|转换))/gu

export interface Intents {
  /** In the order of the sentence; the whole sentence where it asks for one thing. */
  readonly parts: readonly string[]
  /** False where only another semicolon, an `and` or a Chinese comma before a verb parts it: it may be one need all the same. */
  readonly isOutright: boolean
}

/**
 * Parts of a sentence that ask for different things. Outright signs are words of sequence, list items, and semicolons between requests. Two
 * sentences beside each other mostly are one need and its background, and stay together.
 */
export function splitIntents(query: string): Intents {
  const text = query.slice(0, longestQuery).toWellFormed().trim()
  const outright = split([text], [sequence, chineseSequence]).flatMap((part) => {
    const clauses = split([part], [clause])
    return clauses.every((one) => opening.test(one)) ? clauses : [part]
  })
  const parts = split(outright, [clause, request, chineseRequest])
  return { parts: parts.length === 0 ? [text] : parts, isOutright: outright.length > 1 || parts.length <= 1 }
}

function split(texts: readonly string[], patterns: readonly RegExp[]): string[] {
  const pieces = patterns.reduce<readonly string[]>(
    (all, pattern) => all.flatMap((piece) => piece.split(pattern)),
    texts,
  )
  const parts: string[] = []
  for (const part of pieces.map(trimmed)) {
    if (part === '') continue
    const last = parts.at(-1)
    if (last !== undefined && (isSlight(part) || isSlight(last) || parts.length >= mostIntents)) {
      parts[parts.length - 1] = `${last} ${part}`
    } else parts.push(part)
  }
  return parts
}

const trimmed = (part: string): string =>
  part.replace(/^[\s,;:，；。、]+/u, '').replace(/(?<![\s,;:，；、])[\s,;:，；、]+$/u, '')

function isSlight(part: string): boolean {
  const han = part.match(/\p{Script=Han}/gu)?.length ?? 0
  const letters = part.match(/\p{L}/gu)?.length ?? 0
  return han > 0 ? letters < fewestLetters.han : letters < fewestLetters.latin
}

/** A match of one intent. */
interface Ranked {
  readonly resourceId: string
  readonly confidence: number
}

/**
 * One list of several intents' lists, each resource once, under the intent that is surest of it: first the best of every
 * intent, then all others, by confidence; ties by id. So that a clear need does not push an unclear one out.
 */
export function mergeIntents<Match extends Ranked>(lists: readonly (readonly Match[])[]): Match[] {
  const best = new Map<string, Match>()
  for (const match of lists.flat()) {
    const known = best.get(match.resourceId)
    if (known === undefined || match.confidence > known.confidence) best.set(match.resourceId, match)
  }
  const firsts = new Set(lists.flatMap(([first]) => (first === undefined ? [] : [first.resourceId])))
  const inOrder = (one: Match, other: Match): number =>
    other.confidence - one.confidence || (one.resourceId < other.resourceId ? -1 : 1)
  const all = [...best.values()]
  return [
    ...all.filter(({ resourceId }) => firsts.has(resourceId)).sort(inOrder),
    ...all.filter(({ resourceId }) => !firsts.has(resourceId)).sort(inOrder),
  ]
}
