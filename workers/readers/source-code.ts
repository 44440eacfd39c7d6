import { type Draft, draftOf, type TextInput } from './draft'
import { linesOf } from './lines'
import { OpenSymbols } from './open-symbols'
import { TextBuilder } from './text-builder'

const identifier = '[\\p{L}_$][\\p{L}\\p{N}_$]*'

/**
 * How declarations begin, by language: an expression with the symbol's name as group. Only lines at the outermost
 * indentation, and one level inside a type, are tried.
 */
const declarations: Readonly<Record<string, RegExp>> = compile({
  javascript: `(?:export\\s+)?(?:default\\s+)?(?:(?:declare|abstract|async)\\s+)*(?:function(?:\\s*\\*)?|class|interface|type|enum|namespace|const|let|var)\\s+(ID)|(?:ID\\.)+(ID)\\s*=\\s*(?:async\\s+)?(?:function|class)\\b`,
  python: `(?:async\\s+)?(?:def|class)\\s+(ID)`,
  ruby: `(?:def|class|module)\\s+((?:self\\.)?ID[?!]?)`,
  go: `(?:func\\s+(?:\\([^)]*\\)\\s*)?|type\\s+)(ID)`,
  rust: `(?:pub(?:\\([^)]*\\))?\\s+)?(?:(?:async|unsafe|const|extern(?:\\s+"[^"]*")?)\\s+)*(?:fn|struct|enum|trait|mod|macro_rules!|union|impl(?:<[^>]*>)?(?:[^{]*?\\bfor\\b)?)\\s+(ID)`,
  java: `(?:(?:public|protected|private|static|final|abstract|sealed|default|synchronized|override|open|internal|data|suspend|inline|virtual|async|partial|readonly|record|native|strictfp|non-sealed)\\s+)*(?:<[^()]{1,200}>\\s+)?(?:(?:@interface|class|interface|enum|record|struct|object|fun|func|trait|def|namespace|extension|protocol|type)\\s+(ID)|(?:[\\p{L}_][\\p{L}\\p{N}_.<>,?\\[\\]]*\\s+)+(?!(?:if|for|while|switch|return|new|else)\\b)(ID)\\s*\\((?:[^;]*$|[^;]*\\{|[^;=]*;$))`,
  c: `(?:(?:static|inline|extern|const|unsigned|struct|enum|typedef|virtual|template\\s*<[^>]*>)\\s+)*(?:(?:class|struct|namespace|enum|union)\\s+(ID)|(?:[\\p{L}_][\\p{L}\\p{N}_:<>,]*[\\s*&]+)+(?!(?:if|for|while|switch|return|else)\\b)((?:ID::)*~?ID)\\s*\\((?:[^;]*$|[^;]*\\{))`,
  php: `(?:(?:public|protected|private|static|final|abstract)\\s+)*(?:function|class|interface|trait|enum)\\s+&?(ID)`,
  lua: `(?:local\\s+)?function\\s+([\\p{L}\\p{N}_.:]+)`,
  r: `(ID(?:\\.ID)*)\\s*(?:<-|=)\\s*function`,
  julia: `(?:function|struct|mutable\\s+struct|module|macro|abstract\\s+type)\\s+(ID)`,
  shell: `(?:function\\s+(ID)|([\\p{L}_][\\p{L}\\p{N}_-]*)\\s*\\(\\)\\s*\\{?)`,
  powershell: `function\\s+([\\p{L}\\p{N}_-]+)`,
  sql: `create\\s+(?:or\\s+replace\\s+)?(?:temp(?:orary)?\\s+)?(?:unique\\s+)?(?:table|view|materialized\\s+view|index|function|procedure|trigger|type)\\s+(?:if\\s+not\\s+exists\\s+)?["\`]?([\\p{L}\\p{N}_.]+)`,
  css: `([.#@:\\p{L}*\\[][^{};]*)\\{`,
  haskell: `(?:data|newtype|type|class|instance|module)\\s+([\\p{Lu}][\\p{L}\\p{N}_.']*)|(ID)\\s*::`,
  elixir: `(?:defmodule|defp?|defmacro)\\s+([\\p{L}\\p{N}_.?!]+)`,
  clojure: `\\((?:defn?-?|defmacro|defprotocol|defrecord|ns)\\s+([^\\s()\\[\\]]+)`,
  perl: `(?:sub|package)\\s+([\\p{L}\\p{N}_:]+)`,
  toml: `\\[+([^[\\]]+)\\]+`,
  protobuf: `(?:message|service|enum|rpc)\\s+(ID)`,
  graphql: `(?:type|interface|input|enum|union|scalar|query|mutation|fragment)\\s+(ID)`,
  yaml: `(["'\\p{L}_][^:#]*):(?:\\s|$)`,
  makefile: `([\\p{L}\\p{N}_.%/-]+):(?!=)`,
})

/** Members that are declared without a word that says so; their line ends where their body or parameters begin. */
const methods: Readonly<Record<string, RegExp>> = compile({
  javascript: `(?:(?:static|async|get|set|public|private|protected|override|abstract|readonly|declare)\\s+)*(?:\\*\\s*)?#?(?!(?:if|for|while|switch|catch|return|super)\\b)(ID)(?:<[^()]{1,200}>)?\\(.*[{(]$`,
  java: `(?:(?:public|protected|private)\\s+)?(?!(?:if|for|while|switch|catch|return|super|this|synchronized)\\b)(ID)\\((?:[^;=]*[{,(]|[^;=]*\\{\\s*\\})$`,
})

const sameAs: Readonly<Record<string, string>> = {
  typescript: 'javascript',
  vue: 'javascript',
  svelte: 'javascript',
  csharp: 'java',
  kotlin: 'java',
  scala: 'java',
  swift: 'java',
  dart: 'java',
  groovy: 'java',
  cpp: 'c',
  objectivec: 'c',
  zig: 'rust',
  ini: 'toml',
}

/** Reads source code line by line as it is; symbols that are declared become the headings of what follows them. */
export function readSourceCode(input: TextInput): Draft {
  const language = input.language ?? 'code'
  const family = sameAs[language] ?? language
  const declaration = declarations[family]
  const method = methods[family]
  const builder = new TextBuilder(input.maxTextLength)
  const symbols = new OpenSymbols(family)
  let lines = 0
  let before = ''
  for (const line of linesOf(input.text.trimEnd())) {
    const start = lines === 0 ? 0 : builder.length + 1
    lines++
    builder.line(line)
    symbols.read(line, start, builder.length, (text, isMember) => {
      if (family === 'javascript' && isPlainVariable(text)) return null
      const code = withoutTail(text)
      return (
        symbolOf(declaration, code) ??
        (isMember ? symbolOf(method, code) : null) ??
        namedBelowType(family, before, code)
      )
    })
    before = line.trim()
  }
  return draftOf(builder, {
    mediaType: 'code',
    reader: 'source-code',
    headings: symbols.close(),
    language,
    encoding: input.encoding,
    metadata: { lines },
  })
}

function compile(table: Record<string, string>): Record<string, RegExp> {
  const compiled: Record<string, RegExp> = {}
  for (const [language, source] of Object.entries(table)) {
    const flags = language === 'sql' ? 'iu' : 'u'
    compiled[language] = new RegExp(`^(?:${source.replaceAll('ID', identifier)})`, flags)
  }
  return compiled
}

/** Longest line that may declare something: generated code has lines without end. */
const maxDeclarationLength = 400

function symbolOf(declaration: RegExp | undefined, line: string): string | null {
  if (declaration === undefined || line.length > maxDeclarationLength) return null
  const match = declaration.exec(line)
  const symbol = match?.slice(1).find((group) => group !== undefined)
  return symbol === undefined ? null : symbol.trim()
}

/** A line without the comment behind its code. */
const withoutTail = (line: string): string => line.replace(/\s\/\/\s.*$/, '').trimEnd()

/** GNU's way in C: a function's type on a line, its name at the beginning of the next one. */
function namedBelowType(family: string, before: string, line: string): string | null {
  if (family !== 'c' || !/^[\p{L}_][\p{L}\p{N}_ *]{0,100}$/u.test(before)) return null
  return /^([\p{L}_]\w{0,100})\s?\([^;{]*$/u.exec(line)?.[1] ?? null
}

/** A variable whose value ends with its line names nothing that follows: a list of imports would be a passage for each of its lines. */
const isPlainVariable = (line: string): boolean =>
  /^(?:export\s+)?(?:const|let|var)\s/.test(line) && !/[{([=,]$/.test(line) && !/=>|\bfunction\b/.test(line)
