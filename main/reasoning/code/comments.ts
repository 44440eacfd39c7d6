import { splitSentences } from '../../../contract/report/sentences'
import { displayText } from '../../language'

/** What begins a line of a comment, and what ends a comment. */
const mark = /^\s*(?:\/\*+!?|\*+\/|\*(?!\w)|\/\/+!?|#+(?![\w[!])|--+|;;+|[rRuUbB]{0,2}(?:"""|'''))[ \t]?/
const closings = ['*/', '"""', "'''"] as const
/** Markup of documentation comments: `{@link X}`, `<p>`, `<code>`. */
const inlineTag = /\{@\w+\s([^{}]*)\}/g
const element = /<\/?(?:p|code|pre|ul|ol|li|em|i|b|strong|br|tt|a|blockquote)\b[^<>]{0,200}>/gi

function withoutClosing(line: string): string {
  const text = line.trimEnd()
  const closing = closings.find((one) => text.endsWith(one))
  return closing === undefined ? line : text.slice(0, -closing.length).trimEnd()
}

/** Code without the marks of its comments, in its lines. */
const withoutMarks = (text: string): string =>
  text
    .split('\n')
    .map((line) => withoutClosing(line.replace(mark, '')))
    .join('\n')
    .replace(inlineTag, '$1')
    .replace(element, ' ')

const isComment = (line: string): boolean => /^\s*(?:\/\*|\*|\/\/|#(?![\w[!])|--|;;)/.test(line)
/** Decorators and attributes, with what their brackets hold on the lines below. */
const isDecoration = (line: string): boolean => /^\s*(?:@\w|#\[|\[\w)/.test(line)

interface Parts {
  /** Lines of its comment or docstring, without marks. */
  readonly comment: readonly string[]
  readonly signature: string
}

/** Longest signature that is quoted. */
const longestSignature = 300

/** The comment above a declaration or its docstring, and its signature, of the text of one symbol. */
export function partsOf(text: string): Parts {
  const lines = text.split('\n')
  let at = 0
  let isOpen = false
  const comment: string[] = []
  for (; at < lines.length; at++) {
    const line = lines[at]!
    if (isOpen || isComment(line)) {
      const isBlock: boolean = isOpen || /^\s*\/\*/.test(line)
      comment.push(withoutMarks(line))
      isOpen = isBlock && !line.includes('*/')
    } else if (!isDecoration(line) && !/^\s*[)\]}]/.test(line) && line.trim() !== '') break
  }
  const { signature, end } = signatureFrom(lines, at)
  return { comment: comment.length > 0 ? comment : docstringFrom(lines, end), signature }
}

/** From the declaration to where its body opens. */
function signatureFrom(lines: readonly string[], from: number): { signature: string; end: number } {
  let depth = 0
  const taken: string[] = []
  for (let at = from; at < lines.length && taken.length < 12; at++) {
    const line = lines[at]!.replace(/\s(?:\/\/|#)\s.*$/, '')
    for (const [index, char] of [...line].entries()) {
      if (char === '(' || char === '[') depth++
      else if (char === ')' || char === ']') depth--
      else if (char === '{' && depth === 0) {
        taken.push([...line].slice(0, index).join(''))
        return { signature: tidied(taken), end: at + 1 }
      }
    }
    taken.push(line)
    if (depth <= 0 && /[:;]$|=>$|=$/.test(line.trimEnd())) return { signature: tidied(taken), end: at + 1 }
  }
  return { signature: tidied(taken.slice(0, 1)), end: from + 1 }
}

function tidied(lines: readonly string[]): string {
  let text = displayText(lines.join('\n'))
  while (/[\s:;=]$/.test(text)) text = text.slice(0, -1)
  return text.length > longestSignature ? '' : text
}

function docstringFrom(lines: readonly string[], from: number): string[] {
  const first = lines[from] ?? ''
  const [, quote] = /^\s*[rRuUbB]{0,2}("""|''')/.exec(first) ?? []
  if (quote === undefined) return []
  const taken: string[] = []
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!
    taken.push(withoutMarks(line))
    const rest = at === from ? line.replace(/^\s*[rRuUbB]{0,2}(?:"""|''')/, '') : line
    if (rest.includes(quote)) break
  }
  return taken
}

/** Lines that comments have beside what they say: rules, names of files, directives of tools, licences. */
const isNoise = (sentence: string): boolean =>
  /^(?:eslint|prettier|biome|noqa|pylint|mypy|type:|todo\b|fixme\b|xxx\b|@(?:since|see|author|version|deprecated)\b|copyright|licen[sc]ed?\b|-{3,}|={3,})/i.test(
    sentence,
  ) || !/\p{L}{2}/u.test(sentence)

/** A tag of a documentation comment begins what it says anew. */
const startsTag =
  /^\s*(?:@\w+|:(?:param|returns?|rtype|raises?|type)\b|(?:Args|Arguments|Returns|Raises|Yields|Parameters|Examples?|Usage|Notes?):?\s*$|[-*•]\s)/i

/** The sentences of a comment in their order, without marks; each stands in the comment word by word. */
export function sentencesOf(comment: readonly string[]): string[] {
  const paragraphs: string[][] = [[]]
  for (const line of comment.join('\n').split('\n')) {
    if (line.trim() === '' || startsTag.test(line)) paragraphs.push([])
    if (line.trim() !== '') paragraphs.at(-1)!.push(line.trim())
  }
  return paragraphs.flatMap((lines) => {
    const text = lines.join(' ')
    return splitSentences(text)
      .map(({ start, end }) => displayText(text.slice(start, end)))
      .filter((sentence) => sentence.length >= 4 && !isNoise(sentence))
  })
}

/** Whether a sentence stands in code letter by letter, white space and the marks of comments aside. */
export const standsInCode = (sentence: string, code: string): boolean =>
  displayText(code).includes(sentence) || displayText(withoutMarks(code)).includes(sentence)
