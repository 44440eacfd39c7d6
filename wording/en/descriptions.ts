import type { DescriptionFact } from '../../contract/resources/description-facts'
import type { McpPurpose } from '../../contract/resources/mcp-purpose'
import type { SecurityScheme } from '../../contract/resources/secret-place'
import type { Speech, Words } from '../words'

type Table = Extract<DescriptionFact, { kind: 'databaseDescribed' }>['values']['named'][number]
type Engine = Extract<DescriptionFact, { kind: 'databaseUsage' }>['values']['engine']

const engines: Readonly<Record<Engine, string>> = {
  sqlite: 'SQLite database',
  duckdb: 'DuckDB database',
  parquet: 'Parquet file',
  csv: 'CSV file',
  json: 'JSON file',
  excel: 'Excel workbook',
  postgresql: 'PostgreSQL database',
  mysql: 'MySQL database',
}

/** How its SQL is called where it differs from what holds the rows. */
const sql: Readonly<Record<Engine, string>> = {
  sqlite: 'SQLite',
  duckdb: 'DuckDB',
  parquet: 'DuckDB',
  csv: 'DuckDB',
  json: 'DuckDB',
  excel: 'DuckDB',
  postgresql: 'PostgreSQL',
  mysql: 'MySQL',
}

const purpose: Readonly<Record<McpPurpose, string>> = {
  files: 'reads, writes and searches files and folders',
  webSearch: 'searches the web',
  webPages: 'fetches web pages as text',
  browser: 'drives a web browser',
  github: 'works with GitHub repositories, issues and pull requests',
  gitlab: 'works with GitLab projects, issues and merge requests',
  gitHistory: 'reads the history of a Git repository',
  sql: 'queries a database in SQL',
  dataStore: 'queries a data store',
  teamMessages: 'reads and sends messages of a team',
  mail: 'reads and sends mail',
  calendar: 'reads and changes a calendar',
  cloudDrive: 'finds and reads files of a cloud drive',
  notes: 'finds and edits notes',
  tasks: 'lists and changes tasks of a project',
  places: 'finds places and routes',
  weather: 'tells the weather',
  time: 'tells the time and converts time zones',
  graphMemory: 'remembers facts in a graph',
  stepwiseThinking: 'thinks a problem through step by step',
  documentation: 'looks up documentation of libraries',
  papers: 'finds scientific papers',
  monitoring: 'looks at errors and metrics of running software',
  designs: 'reads designs',
  payments: 'works with payments and customers',
  infrastructure: 'works with infrastructure',
  commands: 'runs commands',
  code: 'runs code',
}

const among = (titles: readonly string[]): string => (titles.length === 0 ? '' : ` Among them: ${titles.join('; ')}.`)

const counted = (count: number, one: string, several: string, { format }: Speech): string =>
  `${format.number(count)} ${count === 1 ? one : several}`

function table({ name, rows, rowsEstimated, columns, moreColumns }: Table, speech: Speech): string {
  const size = rows === null ? '' : `${rowsEstimated ? 'about ' : ''}${counted(rows, 'row', 'rows', speech)}`
  const more = moreColumns === 0 ? [] : [`${speech.format.number(moreColumns)} more`]
  const what = [size, [...columns, ...more].join(', ')].filter((part) => part !== '').join(': ')
  return what === '' ? name : `${name} (${what})`
}

const sentences = (...all: readonly string[]): string => all.filter((one) => one !== '').join(' ')

export const descriptions: Words<DescriptionFact> = {
  recallDescribed: () =>
    'Searches everything indexed in the library (documents, notes, folders) and returns the passages that answer a question best, each with its source and place.',
  recallUsage: () => 'Give a question or key words as `query`; `top` says how many passages to return.',
  discoveryDescribed: () =>
    'Finds the databases, APIs, tools, knowledge bases and models on this machine that fit a need you describe in a sentence.',
  discoveryUsage: () => 'Give the need as `user_query`; `max_resources` says how many to return.',
  libraryDescribed: ({ titles }) =>
    `All documents and notes that were added to this project, over all folders.${among(titles)}`,
  libraryUsage: () => 'Search it with recall.',
  folderDescribed: ({ folder, titles }) => `Documents of the folder ${folder}.${among(titles)}`,
  folderUsage: ({ root }) => `Search it with recall. Its documents are in ${root}.`,
  databaseDescribed({ engine, tables, views, named }, speech) {
    if (tables + views === 0) return `${engines[engine]}. No tables known yet.`
    const parts = [
      ...(tables === 0 ? [] : [counted(tables, 'table', 'tables', speech)]),
      ...(views === 0 ? [] : [counted(views, 'view', 'views', speech)]),
    ]
    const more = tables + views - named.length
    const list = [
      ...named.map((each) => table(each, speech)),
      ...(more > 0 ? [`${speech.format.number(more)} more`] : []),
    ]
    return `${engines[engine]} with ${parts.join(' and ')}: ${list.join('; ')}.`
  },
  databaseUsage: ({ engine }) => `Queried with ${sql[engine]} SQL, read-only.`,
  questionsDescribed({ database, tables, moreTables }, { format }) {
    const list = [...tables, ...(moreTables > 0 ? [`${format.number(moreTables)} more`] : [])]
    return `Answers questions about the data in ${database} with SQL.${list.length === 0 ? '' : ` Its tables: ${list.join(', ')}.`}`
  },
  questionsUsage: () => 'Ask in plain words. The answer comes with its query and rows.',
  modelServerDescribed({ server, isHere, models }) {
    const what = isHere
      ? `Language models served by ${server} on this computer.`
      : `Language models at ${server}. Your questions and the passages found are sent there.`
    return `${what} ${models.length === 0 ? 'No models found yet.' : `Models: ${models.join(', ')}.`}`
  },
  modelServerUsage: ({ location }) => `Reached at ${location}.`,
  modelFileDescribed: ({ name, sizeBytes }, { format }) =>
    `Language model ${name} in a GGUF file${sizeBytes === null ? '' : ` of ${format.bytes(sizeBytes)}`}.`,
  mcpServerDescribed({ purposes, launch, isProgram, project }) {
    const does = purposes.length === 0 ? '' : `: ${purposes.map((one) => purpose[one]).join('; ')}`
    const where = isProgram ? `It runs ${launch}.` : `It is reached at ${launch}.`
    return `MCP server${does}. ${where}${project === null ? '' : ` For the project ${project}.`}`
  },
  mcpServerUsage({ secretNames, isDisabled }) {
    const needs = secretNames.length === 0 ? '' : ` It needs ${secretNames.join(', ')}.`
    return `Its tools are listed once it is connected.${needs}${isDisabled ? ' It is turned off in the program that it comes from.' : ''}`
  },
  modelFileUsage: ({ path }) => `The file is ${path}.`,
  apiDescribed: ({ name, prose, operations, about }, speech) =>
    sentences(
      prose || `${name}: an API with ${counted(operations, 'operation', 'operations', speech)}.`,
      about.length === 0 ? '' : `About: ${about.join(', ')}.`,
    ),
  apiScheme: ({ name, place }) => `${name} (${schemeWords(place)})`,
  apiUsage: ({ servers, auth, operations, listed }, speech) =>
    sentences(
      `${counted(operations, 'operation', 'operations', speech)}${servers.length === 0 ? '' : ` at ${servers.join(', ')}`}.`,
      servers.length === 0 ? 'The description names no server.' : '',
      authWords(auth, speech.fact),
      listed > 0 && listed < operations ? `Only the first ${speech.format.number(listed)} are listed.` : '',
    ),
  operationDescribed: ({ name, prose, isDeprecated, explained, others, answers, api, about }) =>
    sentences(
      `${name}.`,
      prose,
      isDeprecated ? 'Deprecated.' : '',
      explained.length === 0 ? '' : `Takes ${explained.map((one) => `${one.name}: ${one.description}`).join('; ')}.`,
      others.length === 0 ? '' : `${explained.length === 0 ? 'Takes' : 'Also takes'} ${others.join(', ')}.`,
      answers === '' ? '' : `Answers: ${answers}.`,
      `Part of ${[api, ...about].join(', ')}.`,
    ),
  operationUsage: ({ call, server, required, optional, auth }, speech) =>
    sentences(
      `${call}${server === null ? '' : ` at ${server}`}.`,
      required.length === 0 ? '' : `Needs ${required.join(', ')}.`,
      optional.length === 0 ? '' : `Optional: ${optional.join(', ')}.`,
      authWords(auth, speech.fact),
    ),
}

function authWords(auth: readonly SecurityScheme[], fact: Speech['fact']): string {
  const schemes = auth.map((scheme) => fact({ kind: 'apiScheme', values: scheme }))
  return schemes.length === 0 ? '' : `Authentication: ${schemes.join(', ')}.`
}

function schemeWords(place: SecurityScheme['place']): string {
  switch (place.kind) {
    case 'key':
      return place.in === 'query'
        ? `API key in the address, as ${place.name}`
        : `API key in the ${place.in} ${place.name}`
    case 'bearer':
      return 'token'
    case 'basic':
      return 'user and password'
    case 'accessToken':
      return `access token of ${place.scheme}`
    case 'unsupported':
      return `${place.scheme}, which Quarry cannot send`
  }
}
