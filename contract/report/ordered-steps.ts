const hanDigits = '一二三四五六七八九十'

/** `1. `, `2) `, `(3) `, `4、`, `Step 5: `, `第六步：`, `步骤7：` at the start of a line; `3.5` and `10:30` are none. */
const stepMark =
  /^(?:(?:step )?\(?(\d{1,2})(?:[.)](?:\s+|(?=\p{Script=Han}))|[、．]\s*|:\s+)|第([一二三四五六七八九十]|\d{1,2})步[：:，、]\s*|步骤\s?(\d{1,2})[：:、.]\s*)/iu

/** The number that a line of an ordered list begins with, and how many characters its mark has; null where it has none. */
export function stepMarkOf(text: string): { readonly number: number; readonly length: number } | null {
  const [mark, western, eastern, named] = stepMark.exec(text) ?? []
  if (mark === undefined || mark.length === text.length) return null
  const digits = western ?? named ?? eastern ?? ''
  return { number: hanDigits.includes(digits) ? hanDigits.indexOf(digits) + 1 : Number(digits), length: mark.length }
}

export const withoutStepMark = (text: string): string => text.slice(stepMarkOf(text)?.length ?? 0)

/** Fewer items are no order. */
const fewestSteps = 2

export interface Steps<Line> {
  /** The number of the first step. */
  readonly start: number
  /** The lines of each: what has no number of its own belongs to the step before it. */
  readonly steps: readonly (readonly Line[])[]
}

/** Lines as the steps that their own numbers make them; null where these do not count up one by one from the first line. */
export function stepsOf<Line>(lines: readonly Line[], textOf: (line: Line) => string): Steps<Line> | null {
  const steps: Line[][] = []
  let start = 0
  for (const line of lines) {
    const mark = stepMarkOf(textOf(line))
    const last = steps.at(-1)
    if (mark === null) {
      if (last === undefined) return null
      last.push(line)
      continue
    }
    if (last === undefined) start = mark.number
    else if (mark.number !== start + steps.length) return null
    steps.push([line])
  }
  return steps.length < fewestSteps ? null : { start, steps }
}

const opens = /^(?:first(?:ly)?\b|to begin with\b|首先|第一步)|^[^.;。]{0,80}[,，] ?(?:first\b|首先|先)/iu
const goesOn =
  /^(?:then|next|after (?:that|this)|afterwards|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|fifth(?:ly)?)\b|^(?:然后|接着|接下来|随后|之后|其次|再|第[二三四五六七八九十]步)/iu
const ends = /^(?:finally|lastly|last of all)\b|^最后/iu
/** `Second, because …`: a reason in a row of reasons. */
const argues = /^(?:first|second|third|fourth|fifth|final)(?:ly)?, (?:because|since|although|unlike|as)\b/i
/** `Second, …`: what follows stands second in a row, which may be one of reasons, features or kinds. */
const counts = /^(?:second|third|fourth|fifth)(?:ly)?\b|^(?:其次|第[二三四五六七八九十](?!步))/iu
const saysOrder =
  /\b(?:steps?|stages?|phases?|process(?:es)?|procedures?|sequence|in order)\b|步骤|流程|过程|阶段|顺序/iu
const place = /^(?:first|second|third|fourth|fifth|final|last)(?:ly)?,? /i
const subject =
  /^(?:(?:the|an?|its?|they|their|he|she|we|our|i|you|there|this|that|these|those|each|every|all|some|many|most|no|not|by|in|if|when|because)\b|[\p{L}-]+ (?:is|are|was|were|has|have|had|can|could|may|might|will|would|must|should|does|do|did)\b|[\p{L}-]+s [\p{L}-]+)/iu
/** Whether something is told behind the word for its place, and nothing to do. */
const declares = (sentence: string): boolean => {
  const said = sentence.replace(place, '')
  return /^\p{Lu}/u.test(said) || subject.test(said) || /^\p{Script=Han}/u.test(said)
}
/** Sentences that say their order: what opens, one that goes on, and one more. */
const fewestTold = 3

/** Where the steps begin that running text tells as `First …`, `Then …`, `Finally …`, and where they end; null where it tells none. */
export function toldSteps(
  sentences: readonly string[],
): { readonly starts: readonly number[]; readonly end: number } | null {
  const first = sentences.findIndex((sentence) => opens.test(sentence))
  if (first === -1) return null
  const starts = [first]
  for (let at = first + 1; at < sentences.length; at++) {
    const sentence = sentences[at] ?? ''
    if (goesOn.test(sentence) || ends.test(sentence)) starts.push(at)
    if (ends.test(sentence)) break
  }
  const told = starts.map((at) => sentences[at] ?? '')
  if (told.length < fewestTold || told.some((sentence) => argues.test(sentence))) return null
  // "It has three advantages. First, it is …, Second, it needs …": a row that is counted, and nothing that happens in order.
  const isCounted = told.slice(1).every((sentence) => counts.test(sentence) || ends.test(sentence))
  const isOrdered = saysOrder.test(sentences[first - 1] ?? '') || saysOrder.test(told[0]!)
  if (isCounted && !isOrdered && told.some(declares)) return null
  return { starts, end: (starts.at(-1) ?? first) + 1 }
}
