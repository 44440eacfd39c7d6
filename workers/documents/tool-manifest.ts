import { QuarryError } from '../../contract/errors'
import type { DescribedTool } from '../../contract/resources/documents'
import { cleanText } from './clean'
import { inputSchemaOf } from './input-schema'
import { textOf } from './manifest-text'
import { wordsOf } from './operation-words'
import { entriesOf, isMapping, listOf, own } from './tree'

const tiers = ['L1', 'L2', 'L3'] as const

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
  const inputSchema = inputSchemaOf(own(root, 'inputSchema'), invalid)
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

function invalid(message: string): QuarryError {
  return new QuarryError('resource.invalid', `The manifest of the tool cannot be used. ${message}`, {
    remedy: 'repairManifest',
  })
}
