import { indentOf } from './lines'

const bullet = /^[-*+•‣⁃](?: +|$)/
const enumerator =
  /^(?:\((?:\d{1,9}|[a-z]|[ivxIVX]{1,8}|[A-Z]|#)\)|(?:\d{1,9}|[a-z]|[ivxIVX]{1,8}|[A-Z]|#)[.)])(?: +|$)/
const optionName = /^(?:--?[A-Za-z0-9?][\w-]*|\/[A-Z])(?:[ =](?:[A-Za-z][\w-]*|<[^<>]+>))?$/

/** An entry of a list: what marks it, its lines moved to the left, and where the next one begins. */
export interface Entry {
  readonly mark: string
  readonly body: string[]
  readonly end: number
}

/** An item of a bulleted or numbered list that begins at a line; null where none does. */
export function itemAt(lines: readonly string[], at: number): Entry | null {
  const line = lines[at]!
  const mark = bullet.exec(line)?.[0] ?? enumerator.exec(line)?.[0]
  if (mark === undefined) return null
  const isNumbered = enumerator.test(line)
  const next = lines[at + 1] ?? ''
  // "A. Turing was" at the start of a wrapped line is no item.
  if (isNumbered && next !== '' && !next.startsWith(' ') && !enumerator.test(next)) return null
  const width = mark.trimEnd() === line ? indentOf(next) || mark.length + 1 : mark.length
  const end = endOfItem(lines, at + 1, width)
  const rest = lines.slice(at + 1, end).map((below) => below.slice(Math.min(width, indentOf(below))))
  return { mark: isNumbered ? mark.trimEnd() : '', body: [line.slice(mark.length), ...rest], end }
}

/** Lines set in less than the item's text belong to it too, where they are no items of their own. */
function endOfItem(lines: readonly string[], from: number, width: number): number {
  let end = from
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!
    if (line === '') continue
    const indent = indentOf(line)
    if (indent === 0 || (indent < width && (lines[at - 1] === '' || bullet.test(line.slice(indent))))) break
    end = at + 1
  }
  return end
}

/** The name and the rest of `:name: text`; null for any other line. */
export function fieldOf(line: string): { readonly name: string; readonly text: string } | null {
  if (!line.startsWith(':') || line.startsWith(': ') || line.startsWith('::')) return null
  for (let at = 1; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if (line[at] === ':' && line[at + 1] === '`') return null
    else if (line[at] === ':' && (line[at + 1] ?? ' ') === ' ') {
      return line[at - 1] === ' ' ? null : { name: line.slice(1, at), text: line.slice(at + 1).trim() }
    }
  }
  return null
}

/** The options and the rest of `-v, --verbose  text`; null for any other line. */
export function optionOf(line: string): { readonly options: string; readonly text: string } | null {
  if (!/^(?:-{1,2}[A-Za-z0-9?]|\/[A-Z])/.test(line)) return null
  const gap = line.indexOf('  ')
  const options = gap === -1 ? line : line.slice(0, gap)
  if (!options.split(', ').every((option) => optionName.test(option))) return null
  return { options, text: gap === -1 ? '' : line.slice(gap).trim() }
}

/** How a field's name is said: `param int size` is "size". */
export function fieldTitle(name: string): string {
  const [kind = '', ...rest] = name.split(' ').filter((word) => word !== '')
  const last = rest.at(-1)
  switch (kind) {
    case 'param':
    case 'parameter':
    case 'arg':
    case 'argument':
    case 'key':
    case 'keyword':
    case 'kwarg':
      return last ?? name
    case 'returns':
    case 'return':
      return 'Returns'
    case 'rtype':
      return 'Return type'
    case 'raises':
    case 'raise':
    case 'except':
    case 'exception':
      return ['Raises', ...rest].join(' ')
    default:
      return name
  }
}
