import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import { best, likeness } from '../words/likeness'
import { canonical, joined } from '../words/words'

/** Codes of one kind, by what each stands for. */
type CodesOfKind = ReadonlyMap<string, string>

interface TableOfNames {
  readonly words: readonly string[]
  readonly columns: readonly {
    readonly name: string
    readonly words: readonly string[]
    readonly type: string
    readonly values: readonly DatabaseCell[] | null
  }[]
}

const mostColumns = 6
const [fewestKinds, mostKinds] = [2, 80]
const kindWords = ['type', 'kind', 'domain', 'class', 'group', 'field']
const codeWords = ['code', canonical('value'), 'key']
const textWords = ['description', 'text', 'name', 'label', 'title']
/** Codes that a column without a telling name must hold. */
const fewestCodes = 3

/** The columns of a table that explains the codes of others, as legacy systems have one: kind of code, code, text. */
export interface CodeTable {
  readonly kind: string
  readonly code: string
  readonly text: string
}

/** Whether a table explains codes of several kinds; null where it holds anything else. */
export function codeTableOf({ columns }: TableOfNames): CodeTable | null {
  if (columns.length > mostColumns) return null
  const called = (names: readonly string[], besides: readonly (string | undefined)[] = []): string | undefined =>
    columns.find(
      ({ name, words }) =>
        !besides.includes(name) && words.some((word) => names.some((one) => likeness(one, word) >= 0.9)),
    )?.name
  const kind = called(kindWords)
  const text = called(textWords, [kind])
  const code = called(codeWords, [kind, text])
  if (kind === undefined || code === undefined || text === undefined) return null
  const kinds = columns.find(({ name }) => name === kind)?.values ?? null
  const areKinds = kinds !== null && kinds.length >= fewestKinds && kinds.length <= mostKinds
  return areKinds ? { kind, code, text } : null
}

/** The rows of a code table by their kinds. */
export function codesByKind(rows: readonly (readonly DatabaseCell[])[]): ReadonlyMap<string, CodesOfKind> {
  const kinds = new Map<string, Map<string, string>>()
  for (const [kind, code, text] of rows) {
    if (kind == null || code == null || text == null) continue
    const codes = kinds.get(String(kind)) ?? new Map<string, string>()
    kinds.set(String(kind), codes.set(String(code), String(text)))
  }
  return kinds
}

/**
 * What the values of a column stand for: of the kind that is called as it is, or else of the only one that has all of its codes.
 * Null where the values are no codes, or of several kinds.
 */
export function labelsFor(
  column: TableOfNames['columns'][number],
  table: TableOfNames,
  kinds: ReadonlyMap<string, CodesOfKind>,
  wordsOf: (name: string) => readonly string[],
): CodesOfKind | null {
  const { values, words } = column
  if (values === null || values.length === 0 || column.type === 'date') return null
  const fitting = [...kinds].filter(([, codes]) => values.every((value) => codes.has(String(value))))
  const isCalled = (kind: string): boolean => {
    const said = wordsOf(kind)
    const own = said.filter((word) => best(word, table.words) === 0)
    // `CLMST` of the `ST_CD` of claims
    const stem = table.words.find((word) => word.length > 1 && joined(kind).startsWith(word)) ?? ''
    const rest = joined(kind).slice(stem.length)
    return (
      kind.toLowerCase() === column.name.toLowerCase() ||
      (stem !== '' && rest.length > 1 && joined(column.name).startsWith(rest)) ||
      (own.length > 0 &&
        own.every((word) => words.some((name) => likeness(word, name) >= 0.7 || likeness(name, word) >= 0.7)))
    )
  }
  const [only, ...more] = fitting.filter(([kind]) => isCalled(kind))
  if (only !== undefined && more.length === 0) return only[1]
  return fitting.length === 1 && values.length >= fewestCodes ? fitting[0]![1] : null
}
