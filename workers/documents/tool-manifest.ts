import type { DescribedTool } from '../../contract/documents'
import { QuarryError } from '../../contract/errors'
import { withoutSecrets } from '../secrets/find-secrets'
import { cleanProse, cleanText } from './clean'
import { withoutOwnSecret } from './compact-schema'
import { wordsOf } from './operation-words'
import { entriesOf, isMapping, listOf, own } from './tree'

const tiers = ['L1', 'L2', 'L3'] as const
const maxSchemaCharacters = 100_000

/** The manifest of a user's tool, `quarry-tool.json` (docs/tools.md). Throws `resource.invalid` with what is wrong. */
export function describeToolManifest(root: unknown): DescribedTool {
  if (!isMapping(root)) throw invalid('It is not an object.')
  const name = textOf(root, 'name', 200)
  if (name === '') throw invalid('It has no name.')
  const description = textOf(root, 'description', 4000)
  if (description === '') throw invalid('It has no description: nothing would find the tool.')
  const tier = tiers.find((known) => known === own(root, 'tier'))
  if (tier === undefined) throw invalid('Its tier is none of L1, L2 and L3.')
  const entry = own(root, 'entry')
  if (typeof entry !== 'string' || entry.trim() === '' || entry.length > 500 || entry.includes('\0')) {
    throw invalid('Its entry is not the path of a file.')
  }
  const inputSchema = schemaOf(own(root, 'inputSchema'))
  const parameters = entriesOf(own(inputSchema, 'properties'))
    .slice(0, 50)
    .map(([parameter]) => cleanText(parameter, 100))
  const capabilities = listOf(own(root, 'capabilities'))
    .slice(0, 50)
    .map((capability) => cleanText(capability, 100))
  const words = {
    name,
    description,
    capabilities: [...new Set(['tool_call', ...capabilities, wordsOf(name).toLowerCase()])].filter((one) => one !== ''),
    usageInfo: parameters.length === 0 ? 'Takes no parameters.' : `Takes ${parameters.join(', ')}.`,
  }
  return { kind: 'toolManifest', words, inputSchema, tier, entry, env: environmentOf(own(root, 'env')) }
}

function environmentOf(env: unknown): string[] {
  if (env === undefined) return []
  const isNames =
    Array.isArray(env) && env.length <= 20 && env.every((name) => /^[A-Za-z_]\w{0,99}$/.test(String(name)))
  if (!isNames) throw invalid('Its env is not a list of at most 20 names of environment variables.')
  return env.map(String)
}

const textOf = (root: unknown, key: string, maxLength: number): string => {
  const value = own(root, key)
  return typeof value === 'string' ? cleanProse(value, maxLength) : ''
}

/** A JSON schema of an object; it is kept without secrets, and nothing it refers to is fetched. */
function schemaOf(schema: unknown): Record<string, unknown> {
  if (!isMapping(schema)) throw invalid('Its inputSchema is not an object.')
  if (own(schema, 'type') !== 'object') throw invalid('Its inputSchema is not of type "object".')
  const properties = own(schema, 'properties')
  if (properties !== undefined && !isMapping(properties))
    throw invalid('The properties of its inputSchema are not an object.')
  if (
    isMapping(properties) &&
    !Object.values(properties).every((value) => isMapping(value) || typeof value === 'boolean')
  ) {
    throw invalid('A property of its inputSchema has no schema.')
  }
  const required = own(schema, 'required')
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === 'string'))) {
    throw invalid('What its inputSchema requires is not a list of names.')
  }
  if (charactersOf(schema, maxSchemaCharacters) > maxSchemaCharacters)
    throw invalid(`Its inputSchema has more than ${maxSchemaCharacters} characters.`)
  const text = JSON.stringify(schema)
  if (/"\$(?:ref|dynamicRef)":"[^#"]/.test(text)) throw invalid('Its inputSchema refers to another file or address.')
  return JSON.parse(text, (key: string, value: unknown) => {
    if (typeof value === 'string') return withoutSecrets(value)
    return isMapping(value) ? withoutOwnSecret(key, value) : value
  })
}

/** About how long a value is as JSON, counted no further than the limit: it may stand for far more than its text. */
function charactersOf(value: unknown, limit: number): number {
  const waiting: unknown[] = [value]
  let count = 0
  while (waiting.length > 0 && count <= limit) {
    const next = waiting.pop()
    count += typeof next === 'string' ? next.length + 2 : 2
    if (typeof next !== 'object' || next === null) continue
    for (const [key, child] of Object.entries(next)) {
      count += key.length
      waiting.push(child)
      if (count > limit) break
    }
  }
  return count
}

function invalid(message: string): QuarryError {
  return new QuarryError('resource.invalid', `The manifest of the tool cannot be used. ${message}`, {
    remedy: 'repairManifest',
  })
}
