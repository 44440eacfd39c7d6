import { withoutStop } from '../../contract/report/sentence-end'
import type { DescribedWords } from '../../contract/resources/documents'
import type { ApiTold } from '../../contract/resources/resource'
import { capabilityOf, subjectsOf, verbOf, wordsOf } from './operation-words'
import type { ReadApi, ReadOperation } from './read-api'
import { schemeText } from './scheme-place'

const maxNamed = 40

/** What an API as a whole is said to be: what matching and a person read. */
export function apiWords(api: ReadApi, name: string): DescribedWords {
  const about = aboutOf(api).map((tag) => (tag.description === '' ? tag.name : `${tag.name} (${tag.description})`))
  const does = api.operations.slice(0, maxNamed).map((operation) => titleOf(operation))
  const capabilities = new Set(['api_call'])
  for (const operation of api.operations) {
    if (capabilities.size < 100) capabilities.add(capabilityOf(verbOf(operation), subjectsOf(operation)[0] ?? ''))
  }
  capabilities.delete('')
  return {
    name,
    description: text(
      8000,
      asSentence(api.description) || `${name}: an API with ${countOf(api)}.`,
      about.length === 0 ? '' : `About: ${about.join(', ')}.`,
      does.length === 0 ? '' : `Does: ${[...new Set(does)].map(withoutStop).join('; ')}.`,
    ),
    capabilities: [...capabilities],
    usageInfo: text(
      8000,
      `${countOf(api)}${api.servers.length === 0 ? '' : ` at ${api.servers.slice(0, 5).join(', ')}`}.`,
      api.servers.length === 0 ? 'The description names no server.' : '',
      api.auth.length === 0
        ? ''
        : `Authentication: ${api.auth.map(({ name, place }) => `${name} (${schemeText(place)})`).join(', ')}.`,
      ...api.leftOut,
    ),
  }
}

/** The same in the words of its document, for people; whoever shows it says the rest in their language. */
export const apiTold = (api: ReadApi): ApiTold => ({
  prose: asSentence(api.description),
  about: aboutOf(api).map(({ name }) => name),
  answers: '',
  isDeprecated: false,
  partOf: null,
})

export const operationTold = (operation: ReadOperation, apiName: string): ApiTold => ({
  prose: operation.description === operation.summary ? '' : operation.description,
  about: [...operation.tags],
  answers: withoutStop(operation.answers),
  isDeprecated: operation.deprecated,
  partOf: apiName,
})

/** What one operation is said to be. */
export function operationWords(operation: ReadOperation, api: ReadApi, apiName: string): DescribedWords {
  const subjects = subjectsOf(operation)
  const verb = verbOf(operation)
  const call = `${operation.method} ${operation.path}`
  const named = operation.parameters.filter(({ description }) => description !== '').slice(0, 12)
  const plain = operation.parameters.filter(({ description }) => description === '').slice(0, 20)
  const name = titleOf(operation)
  return {
    name: name.length > 160 ? `${name.slice(0, 159).toWellFormed()}…` : name,
    description: text(
      3000,
      `${withoutStop(name)}.`,
      operation.description === operation.summary ? '' : operation.description,
      operation.deprecated ? 'Deprecated.' : '',
      named.length === 0
        ? ''
        : `Takes ${named.map((one) => `${one.name}: ${withoutStop(one.description)}`).join('; ')}.`,
      plain.length === 0 ? '' : `Also takes ${plain.map((one) => one.name).join(', ')}.`,
      operation.answers === '' ? '' : `Answers ${withoutStop(operation.answers)}.`,
      `Part of ${apiName}${operation.tags.length === 0 ? '' : `, ${operation.tags.join(', ')}`}.`,
    ),
    capabilities: [
      ...new Set([
        'api_call',
        ...subjects.map((subject) => capabilityOf(verb, subject)),
        ...subjects,
        ...operation.tags,
      ]),
    ].filter((capability) => capability !== ''),
    usageInfo: usageOf(operation, api, call),
  }
}

function usageOf(operation: ReadOperation, api: ReadApi, call: string): string {
  const shown = (parameter: ReadOperation['parameters'][number]): string =>
    `${parameter.name} (${[parameter.in, parameter.type].filter((part) => part !== '').join(', ')})`
  const required = operation.parameters.filter((parameter) => parameter.required)
  const optional = operation.parameters.filter((parameter) => !parameter.required)
  const auth = operation.authAlternatives.map((needed) => needed.join(' and ')).join(', or ')
  return text(
    3000,
    `${call}${api.servers[0] === undefined ? '' : ` at ${api.servers[0]}`}.`,
    required.length === 0 ? '' : `Needs ${required.map(shown).join(', ')}.`,
    optional.length === 0 ? '' : `Optional: ${optional.map(shown).join(', ')}.`,
    auth === '' ? '' : `Authentication: ${auth}.`,
  )
}

/** Its summary, else its id as words (`listUserIDs` → `List user IDs`), else how it is called. */
function titleOf({ summary, id, method, path }: ReadOperation): string {
  const call = `${method} ${path}`
  if (summary !== '' || id === call) return summary || call
  const words = wordsOf(id).replace(/\p{Lu}\p{Ll}+/gu, (word) => word.toLowerCase())
  return words === '' ? call : words.charAt(0).toUpperCase() + words.slice(1)
}

const aboutOf = (api: ReadApi): ReadApi['tags'] => (api.tags.length > 0 ? api.tags : tagsInUse(api)).slice(0, 30)

function tagsInUse(api: ReadApi): { name: string; description: string }[] {
  const names = new Set(api.operations.flatMap(({ tags }) => tags))
  return [...names].map((name) => ({ name, description: '' }))
}

const countOf = ({ operationsTotal }: ReadApi): string =>
  `${operationsTotal} ${operationsTotal === 1 ? 'operation' : 'operations'}`

/** With a full stop, where it has no end of its own. */
const asSentence = (sentence: string): string => (/[\p{L}\p{N})}"]$/u.test(sentence) ? `${sentence}.` : sentence)

/** Sentences in one text of at most `maxLength` code units. */
function text(maxLength: number, ...sentences: readonly string[]): string {
  const whole = sentences.filter((sentence) => sentence !== '').join(' ')
  return whole.length <= maxLength ? whole : `${whole.slice(0, maxLength - 1).toWellFormed()}…`
}
