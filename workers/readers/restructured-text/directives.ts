import type { RstReading } from './reading'
import { csvTable, listTable } from './tables-of-lists'

/** What stands behind `..` on a line: `name:: argument`. */
interface Directive {
  readonly name: string
  readonly argument: string
}

/** A directive's parts: the lines of its argument, its options, and what it holds. */
interface Parts {
  readonly argument: readonly string[]
  readonly options: ReadonlyMap<string, string>
  readonly content: readonly string[]
}

const namesOf = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/))

/** Pictures, machinery, and what stands in other files. */
const silent =
  namesOf(`toctree index contents local sectnum image raw include literalinclude meta tabularcolumns highlight
  highlightlang currentmodule default-domain plot bibliography sectionauthor codeauthor moduleauthor role default-role
  testsetup testcleanup autosummary todolist graphviz digraph graph uml mermaid inheritance-diagram program namespace
  namespace-push namespace-pop button-ref button-link title date header footer target-notes`)
/** Lines that stand as they are. */
const code =
  namesOf(`code-block code sourcecode doctest testcode testoutput ipython prompt productionlist jupyter-execute
  code-cell literal parsed-literal command-output program-output`)
/** What is read on, with its argument as a paragraph of its own. */
const titled = namesOf(`admonition topic sidebar tab-item tab group-tab dropdown card grid-item-card table centered
  collapse details`)
/** What is read on, its argument too: it begins on the line of the name. */
const plain = namesOf('note tip hint seealso todo rubric caption epigraph highlights pull-quote compound')
const warnings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    warning: 'Warning',
    caution: 'Caution',
    danger: 'Danger',
    attention: 'Attention',
    important: 'Important',
    error: 'Error',
  }),
)
const changes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    versionadded: 'New in version',
    versionchanged: 'Changed in version',
    deprecated: 'Deprecated since version',
    'deprecated-removed': 'Deprecated since version',
    versionremoved: 'Removed in version',
  }),
)
/** Names of programs and of their parts, with what they do. */
const objects = namesOf(`function method class attribute data exception macro option cmdoption envvar confval describe
  object decorator decoratormethod staticmethod classmethod property member type enum enumerator struct union var
  setting directive`)
const domains = namesOf('py c cpp js rst std')

export function directiveOf(text: string): Directive | null {
  const [found, name] = /^([A-Za-z0-9]+(?:[-._+:][A-Za-z0-9]+)*) ?::(?: |$)/.exec(text) ?? []
  return found === undefined ? null : { name: name!.toLowerCase(), argument: text.slice(found.length).trim() }
}

/** Reads what a page shows of a directive, and nothing of how it is shown. */
export function readDirective(reading: RstReading, directive: Directive, body: readonly string[], depth: number): void {
  const { writer, inline } = reading
  const colon = directive.name.indexOf(':')
  const isOfDomain = colon !== -1
  const name = domains.has(directive.name.slice(0, Math.max(colon, 0)))
    ? directive.name.slice(colon + 1)
    : directive.name
  const { argument, options, content } = partsOf(directive, body)
  const read = (lines: readonly string[]): void => reading.read(lines, depth)
  const all = [...argument, '', ...content]
  const title = inline.text(argument.join(' ').trim())
  const warning = warnings.get(name)
  const change = changes.get(name)
  if (silent.has(name)) return
  if (code.has(name)) {
    const lines = name === 'productionlist' ? all : [...argument.slice(1), ...content]
    writer.lines(name === 'parsed-literal' ? all.map((line) => inline.text(line)) : lines)
  } else if (name === 'math') {
    for (const part of all.join('\n').split('\n\n')) writer.paragraph(part)
  } else if (warning !== undefined) {
    writer.led({ before: `${warning}: `, alone: '' }, () => read(all))
  } else if (change !== undefined) {
    const [version = '', ...words] = argument.join(' ').trim().split(' ')
    const said = `${change} ${version}`
    writer.led({ before: `${said}: `, alone: `${said}.` }, () => read([words.join(' '), '', ...content]))
  } else if (plain.has(name)) {
    writer.led({ before: name === 'seealso' ? 'See also: ' : '', alone: '' }, () => read(all))
  } else if (name === 'list-table' || name === 'csv-table') {
    writer.paragraph(title)
    reading.table(name === 'list-table' ? listTable(content, options) : csvTable(content, options), depth)
  } else if (name === 'glossary') {
    reading.glossary(content, depth)
  } else if (titled.has(name)) {
    writer.paragraph(title)
    read(content)
  } else if (isSignature(name, argument, content) || (isOfDomain && name !== 'module')) {
    writer.term(signatureOf(argument), () => read(content))
  } else read([...argument.slice(1), ...content])
}

/** `class:: special` without anything in it names a style, not a class. */
const isSignature = (name: string, argument: readonly string[], content: readonly string[]): boolean =>
  objects.has(name) && !(name === 'class' && content.length === 0 && /^[a-z][a-z -]*$/.test(argument.join('')))

const signatureOf = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
    .replaceAll('(\\, ', '(')
    .replaceAll('\\, ', ' ')
    .replace(/\\([^\w\s])/g, '$1')

/** The argument reaches to the options or to the first empty line, and the options follow at once. */
function partsOf(directive: Directive, body: readonly string[]): Parts {
  const options = new Map<string, string>()
  const argument = [directive.argument]
  let at = 0
  for (; at < body.length && body[at] !== '' && optionOf(body[at]!) === null; at++) argument.push(body[at]!)
  for (let option = optionOf(body[at] ?? ''); option !== null; option = optionOf(body[at] ?? '')) {
    const end = endOfOption(body, at + 1)
    options.set(option.name, [option.value, ...body.slice(at + 1, end)].join('\n').trim())
    at = end
  }
  return { argument, options, content: body.slice(at) }
}

function optionOf(line: string): { readonly name: string; readonly value: string } | null {
  const [found, name] = /^:([A-Za-z][\w-]*):(?: |$)/.exec(line) ?? []
  return found === undefined ? null : { name: name!, value: line.slice(found.length).trim() }
}

/** An option's value goes on in lines set in deeper, without an empty one between. */
function endOfOption(body: readonly string[], from: number): number {
  let end = from
  while (body[end]?.startsWith(' ')) end++
  return end
}
