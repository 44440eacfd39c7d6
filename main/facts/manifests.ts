import type { Ecosystem } from '../../contract/library/project-facts'
import { wordTable } from '../../contract/word-table'

/** What a manifest says of the code that it belongs to. */
export interface Manifest {
  readonly ecosystem: Ecosystem
  readonly name: string | null
  readonly description: string | null
  readonly dependencies: readonly string[]
}

type Reading = Omit<Manifest, 'ecosystem'>
type Reader = (text: string) => Reading

/** Lines of a manifest that are read at most. */
const mostLines = 20_000
const mostLength = 200

const byName = wordTable<readonly [Ecosystem, Reader]>({
  'package.json': ['npm', (text) => ofJsonLines(text, ['dependencies.', 'devDependencies.', 'peerDependencies.'])],
  'composer.json': ['composer', (text) => ofJsonLines(text, ['require.', 'require-dev.'])],
  'pyproject.toml': ['python', ofPyproject],
  'requirements.txt': ['python', (text) => named(linesOf(text).flatMap(ofRequirement))],
  'cargo.toml': ['cargo', ofCargo],
  'go.mod': ['go', ofGoModule],
  'pom.xml': ['maven', ofPom],
  'build.gradle': ['gradle', ofGradle],
  'build.gradle.kts': ['gradle', ofGradle],
  gemfile: ['rubygems', (text) => named(linesOf(text).flatMap((line) => afterWord(line, 'gem ')))],
  'cmakelists.txt': ['cmake', ofCmake],
})

/** Names of files that are manifests, in lower case; projects of .NET are known by their ending. */
export const manifestNames: readonly string[] = Object.keys(byName)
export const manifestEnding = '.csproj'

/**
 * What a manifest says, from its text as readers keep it (of JSON a line `path: value` for each value). Null for a file that
 * is no manifest. What it does not understand it leaves out.
 */
export function readManifest(fileName: string, text: string): Manifest | null {
  const lower = fileName.toLowerCase()
  const known = lower.endsWith(manifestEnding) ? (['nuget', ofDotnet] as const) : byName[lower]
  if (known === undefined) return null
  const [ecosystem, read] = known
  const { name, description, dependencies } = read(text)
  const whole = dependencies.map((one) => one.trim()).filter((one) => one !== '' && one.length <= mostLength)
  return { ecosystem, name: name || null, description: description || null, dependencies: [...new Set(whole)] }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n', mostLines)
    .map((line) => line.trim())
    .filter((line) => line !== '')

const named = (dependencies: readonly string[], about: Partial<Reading> = {}): Reading => ({
  name: null,
  description: null,
  ...about,
  dependencies,
})

function ofJsonLines(text: string, groups: readonly string[]): Reading {
  const pairs = linesOf(text).flatMap((line): [string, string][] => {
    const at = line.indexOf(': ')
    return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 2)]]
  })
  const valueAt = (key: string): string | null => pairs.find(([one]) => one === key)?.[1] ?? null
  const dependencies = pairs.flatMap(([key]) => {
    const group = groups.find((one) => key.startsWith(one))
    return group === undefined ? [] : [key.slice(group.length)]
  })
  // What a language or its extensions are called is no library.
  const libraries = dependencies.filter((one) => one !== 'php' && !one.startsWith('ext-'))
  return { name: valueAt('name'), description: valueAt('description'), dependencies: libraries }
}

interface TomlLine {
  readonly section: string
  readonly key: string
  readonly value: string
}

/** Keys of a TOML file with the table that they are in, without dotted keys and texts over several lines. */
function tomlLines(text: string): TomlLine[] {
  let section = ''
  return linesOf(text).flatMap((line): TomlLine[] => {
    if (line.startsWith('#')) return []
    if (line.startsWith('[') && line.endsWith(']') && !line.includes(',') && !line.includes('"')) {
      section = line.replaceAll('[', '').replaceAll(']', '').trim()
      return []
    }
    const at = line.indexOf('=')
    const key = at < 1 || line.startsWith('"') || line.startsWith("'") ? '' : line.slice(0, at).trim()
    return [{ section, key, value: key === '' ? line : line.slice(at + 1).trim() }]
  })
}

const isQuote = (character: string | undefined): boolean => character === '"' || character === "'"

/** What the first quoted text in a line holds. */
function quoted(line: string): string | null {
  const from = [...line].findIndex((character) => isQuote(character))
  if (from < 0) return null
  const to = line.indexOf(line[from] ?? '"', from + 1)
  return to < 0 ? null : line.slice(from + 1, to)
}

const valueIn = (lines: readonly TomlLine[], sections: readonly string[], key: string): string | null =>
  quoted(lines.find((line) => sections.includes(line.section) && line.key === key)?.value ?? '')

function ofCargo(text: string): Reading {
  const lines = tomlLines(text)
  const groups = ['dependencies', 'dev-dependencies', 'build-dependencies', 'workspace.dependencies']
  const dependencies = lines.flatMap(({ section, key }) => {
    if (groups.includes(section)) return key === '' ? [] : [key]
    const group = groups.find((one) => section.startsWith(`${one}.`))
    return group === undefined ? [] : [section.slice(group.length + 1)]
  })
  // `serde.workspace = true` is one of serde.
  const libraries = dependencies.map((one) => one.split('.')[0] ?? one)
  return named(libraries, {
    name: valueIn(lines, ['package'], 'name'),
    description: valueIn(lines, ['package'], 'description'),
  })
}

function ofPyproject(text: string): Reading {
  const lines = tomlLines(text)
  const about = ['project', 'tool.poetry']
  const dependencies: string[] = []
  let isInList = false
  for (const { section, key, value } of lines) {
    if (section.startsWith('tool.poetry') && section.endsWith('dependencies')) {
      if (key !== '' && key !== 'python') dependencies.push(key)
      continue
    }
    if (key !== '')
      isInList = (section === 'project' && key === 'dependencies') || section.endsWith('optional-dependencies')
    if (!isInList) continue
    const parts = value.split(',').flatMap((part) => quoted(part) ?? [])
    dependencies.push(...parts.flatMap(ofRequirement))
    if (value.endsWith(']')) isInList = false
  }
  return named(dependencies, { name: valueIn(lines, about, 'name'), description: valueIn(lines, about, 'description') })
}

/** The name that a requirement of Python begins with; none of a comment, an option or an address. */
function ofRequirement(line: string): string[] {
  const found = /^[A-Za-z0-9][A-Za-z0-9._-]*/.exec(line)
  return found === null || line.includes('://') ? [] : [found[0]]
}

function ofGoModule(text: string): Reading {
  let name: string | null = null
  let isInList = false
  const dependencies: string[] = []
  for (const line of linesOf(text)) {
    const [first = '', second = ''] = line.split(' ')
    if (first === 'module') name ??= second
    else if (first === 'require' && second === '(') isInList = true
    else if (first === ')') isInList = false
    else if (first === 'require') dependencies.push(second)
    else if (isInList && !line.startsWith('//') && !line.endsWith('// indirect')) dependencies.push(first)
  }
  return named(dependencies, { name })
}

/** What stands between an element's tags, the first time after a place. */
function inElement(text: string, element: string): string | null {
  const from = text.indexOf(`<${element}>`)
  const to = from < 0 ? -1 : text.indexOf(`</${element}>`, from)
  return to < 0 ? null : text.slice(from + element.length + 2, to).trim()
}

function ofPom(text: string): Reading {
  const parts = text.split('<dependency>')
  const [head = ''] = (parts[0] ?? '').split('<build>')
  const dependencies = parts
    .slice(1)
    .flatMap((part) => inElement(part.split('</dependency>')[0] ?? '', 'artifactId') ?? [])
  // The parent's own artifact stands before the project's.
  const own = head.split('</parent>').at(-1) ?? head
  return {
    name: inElement(own, 'name') ?? inElement(own, 'artifactId'),
    description: inElement(own, 'description'),
    dependencies,
  }
}

const configurations = [
  'implementation',
  'api',
  'compileOnly',
  'runtimeOnly',
  'testImplementation',
  'kapt',
  'annotationProcessor',
]

function ofGradle(text: string): Reading {
  const dependencies = linesOf(text).flatMap((line) => {
    if (!configurations.some((one) => line.startsWith(`${one} `) || line.startsWith(`${one}(`))) return []
    const [group, artifact] = (quoted(line) ?? '').split(':')
    return !group || !artifact ? [] : [`${group}:${artifact}`]
  })
  return named(dependencies)
}

function ofDotnet(text: string): Reading {
  const references = text.split('<PackageReference').slice(1)
  const dependencies = references.flatMap((part) => {
    const at = part.indexOf('Include=')
    return at < 0 ? [] : (quoted(part.slice(at, at + mostLength)) ?? [])
  })
  return { name: inElement(text, 'AssemblyName'), description: inElement(text, 'Description'), dependencies }
}

const afterWord = (line: string, word: string): string[] => (line.startsWith(word) ? [quoted(line) ?? ''] : [])

function ofCmake(text: string): Reading {
  const argumentOf = (line: string, command: string): string[] => {
    const compact = line.replace(' (', '(')
    if (!compact.toLowerCase().startsWith(`${command}(`)) return []
    return [
      compact
        .slice(command.length + 1)
        .trim()
        .split(/[\s)]/, 1)[0] ?? '',
    ]
  }
  const lines = linesOf(text)
  return named(
    lines.flatMap((line) => argumentOf(line, 'find_package')),
    { name: lines.flatMap((line) => argumentOf(line, 'project'))[0] ?? null },
  )
}
