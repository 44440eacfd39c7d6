/** Programming languages that are not written with a capital letter and small ones. */
const ownNames: Readonly<Record<string, string>> = {
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  cpp: 'C++',
  csharp: 'C#',
  objectivec: 'Objective-C',
  php: 'PHP',
  powershell: 'PowerShell',
  sql: 'SQL',
  css: 'CSS',
  ocaml: 'OCaml',
  yaml: 'YAML',
  toml: 'TOML',
  ini: 'INI',
  protobuf: 'Protocol Buffers',
  graphql: 'GraphQL',
  xml: 'XML',
}

/** Those that the code of a human language could be taken for. */
const likeCodes = new Set(['c', 'r', 'go', 'lua', 'vue', 'zig', 'java'])

/** The name of a language of texts (`zh`) or of code (`python`), for a person who reads `inLanguage`. */
export function languageName(code: string, inLanguage: string): string {
  const own = ownNames[code]
  if (own !== undefined) return own
  if (!likeCodes.has(code) && /^[a-z]{2,3}(-\w+)*$/i.test(code))
    return new Intl.DisplayNames(inLanguage, { type: 'language' }).of(code) ?? code
  return code.charAt(0).toUpperCase() + code.slice(1)
}
