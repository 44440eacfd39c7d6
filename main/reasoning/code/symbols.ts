import type { Locator } from '../../../contract/library/source'

/** A source of code as it was read: its text, and the symbols that it declares in their order. */
export interface CodeSource {
  readonly sourceId: string
  /** Path within its folder. */
  readonly path: string
  readonly contentHash: string | null
  readonly language: string | null
  readonly text: string
  readonly headings: readonly {
    readonly level: number
    readonly text: string
    readonly start: number
    readonly end?: number | undefined
  }[]
}

/** A function, method or type with the comment above it; of a type with members, what stands above the first of them. */
export interface CodeSymbol {
  readonly source: CodeSource
  readonly name: string
  /** Names of the types that it is a member of, outermost first, and its own. */
  readonly path: readonly string[]
  readonly text: string
  readonly locator: Pick<Locator, 'sourceId' | 'start' | 'end' | 'page' | 'lineStart' | 'lineEnd'>
  readonly isTest: boolean
}

/** Characters of a symbol that are cited at most: longer ones are cut at a line. */
const longestSymbol = 12_000

/** Folders and files of tests, examples, benchmarks, and of what others wrote. */
const besides =
  /(?:^|\/)(?:tests?|__tests__|testdata|testing|specs?|fixtures?|examples?|_examples|samples?|bench(?:mark)?(?:es|s)?|vendor|vendored|third[_-]?party|node_modules|dist|deps|external)(?:\/|$)|(?:^|\/)(?:test_[^/]*|tests?\.[^/]+|[^/]*(?:[._-](?:test|spec|bench)|Tests?)\.[^/.]+)$/

/** Whether a path is of tests, examples or vendored code, which rank below the source unless they are asked for. */
const isBeside = (path: string): boolean => besides.test(path)

/** The symbols of a source. One that was read before ends were known ends where the next one begins. */
export function symbolsOf(source: CodeSource): CodeSymbol[] {
  const isTest = isBeside(source.path)
  const lines = lineStartsOf(source.text)
  const open: { name: string; level: number }[] = []
  return source.headings.map(({ level, text: name, start, end }, at): CodeSymbol => {
    const next = source.headings[at + 1]
    while ((open.at(-1)?.level ?? 0) >= level) open.pop()
    const path = [...open.map((one) => one.name), name]
    open.push({ name, level })
    const isType = next !== undefined && next.level > level
    const own = isType ? next.start : (end ?? next?.start ?? source.text.length)
    const text = clipped(source.text.slice(start, own))
    const lineStart = lineAt(lines, start)
    return {
      source,
      name,
      path,
      text,
      locator: {
        sourceId: source.sourceId,
        start,
        end: start + text.length,
        page: null,
        lineStart,
        lineEnd: lineStart + text.split('\n').length - 1,
      },
      isTest: isTest || open.some((one) => one.name === 'tests' || one.name === 'test'),
    }
  })
}

function clipped(text: string): string {
  const whole = text.trimEnd()
  return firstLines(whole, longestSymbol) || whole.slice(0, longestSymbol)
}

/** As many of a text's first lines as have at most so many characters; none where already the first one has more. */
export function firstLines(text: string, mostCharacters: number): string {
  if (text.length <= mostCharacters) return text
  return text.slice(0, Math.max(0, text.lastIndexOf('\n', mostCharacters)))
}

function lineStartsOf(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** 1-based line of an offset. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low + 1
}
