import type { MediaType } from './source'

/** Programming languages by extension of the file name. */
const codeExtensions: Readonly<Record<string, string>> = {
  javascript: 'js mjs cjs jsx',
  typescript: 'ts mts cts tsx',
  python: 'py pyi pyw',
  ruby: 'rb rake gemspec',
  go: 'go',
  rust: 'rs',
  java: 'java',
  kotlin: 'kt kts',
  scala: 'scala sc',
  c: 'c h',
  cpp: 'cc cpp cxx hpp hh hxx ino',
  csharp: 'cs',
  swift: 'swift',
  objectivec: 'm mm',
  php: 'php',
  lua: 'lua',
  r: 'r',
  julia: 'jl',
  shell: 'sh bash zsh fish ksh',
  powershell: 'ps1 psm1',
  sql: 'sql',
  css: 'css scss sass less',
  vue: 'vue',
  svelte: 'svelte',
  haskell: 'hs',
  ocaml: 'ml mli',
  elixir: 'ex exs',
  erlang: 'erl hrl',
  clojure: 'clj cljs cljc',
  dart: 'dart',
  groovy: 'groovy gradle',
  perl: 'pl pm',
  yaml: 'yaml yml',
  toml: 'toml',
  ini: 'ini cfg conf properties',
  protobuf: 'proto',
  graphql: 'graphql gql',
  xml: 'xml xsd xsl plist',
  makefile: 'mk',
  zig: 'zig',
  fortran: 'f f90 f95 f03',
}

const textExtensions: Readonly<Partial<Record<MediaType, string>>> = {
  markdown: 'md markdown mdown mkd mdx qmd rmd',
  text: 'txt text log rst org tex adoc asciidoc srt vtt',
  html: 'html htm xhtml',
  table: 'csv tsv tab psv',
  email: 'eml emlx mbox mbx',
  notebook: 'ipynb',
  references: 'bib bibtex ris',
  json: 'json jsonl ndjson geojson jsonc webmanifest',
}

/** The programming language of a file by its ending. */
export const languageByExtension = expand(codeExtensions)
/** The kind of text in a file by its ending, where it is no code. */
export const mediaTypeByExtension = expand(textExtensions) as ReadonlyMap<string, MediaType>
/** Of what has another form than text. */
const binaryExtensions =
  'pdf docx doc odt rtf xlsx xls xlsm ods pptx ppt odp epub mobi msg png jpg jpeg webp gif tiff svg zip tar gz db sqlite sqlite3 duckdb parquet gguf'

/** Endings of names by which people know a file, in lower case and without the dot. */
export const fileExtensions: ReadonlySet<string> = new Set([
  ...languageByExtension.keys(),
  ...mediaTypeByExtension.keys(),
  ...binaryExtensions.split(' '),
])

function expand(table: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  const byExtension = new Map<string, string>()
  for (const [value, extensions] of Object.entries(table)) {
    for (const extension of extensions?.split(' ') ?? []) byExtension.set(extension, value)
  }
  return byExtension
}
