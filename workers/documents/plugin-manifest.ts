import { QuarryError } from '../../contract/errors'
import type { DescribedPlugin } from '../../contract/resources/documents'
import { memoryHook, type PluginTool, pluginApiVersion, workflowHook } from '../../contract/resources/plugin'
import { cleanText } from './clean'
import { inputSchemaOf } from './input-schema'
import { textOf } from './manifest-text'
import { wordsOf } from './operation-words'
import { isMapping, listOf, own } from './tree'

const maxTools = 20

/** The manifest of a plugin, `quarry-plugin.json` (docs/plugins.md). Throws `resource.invalid` with what is wrong. */
export function describePluginManifest(root: unknown): DescribedPlugin {
  if (!isMapping(root)) throw invalid('It is not an object.')
  const api = own(root, 'quarry')
  if (api !== pluginApiVersion) throw invalid(`Its “quarry” is not ${pluginApiVersion}, the version of the interfaces.`)
  const name = textOf(root, 'name', 200)
  if (name === '') throw invalid('It has no name.')
  const description = textOf(root, 'description', 4000)
  if (description === '') throw invalid('It has no description.')
  const version = cleanText(own(root, 'version'), 40)
  if (version === '') throw invalid('It has no version.')
  const main = own(root, 'main')
  if (typeof main !== 'string' || !/\.m?js$/i.test(main) || main.length > 500 || main.includes('\0'))
    throw invalid('Its main is not the path of a JavaScript file.')
  const tools = toolsOf(own(root, 'tools'))
  const memory = hooksIn(root, 'memory', memoryHook.options)
  const workflow = hooksIn(root, 'workflow', workflowHook.options)
  if (tools.length + memory.length + workflow.length === 0)
    throw invalid('It provides nothing: no tools, no memory, no workflow.')
  const capabilities = tools.map((tool) => wordsOf(tool.name).toLowerCase())
  const words = {
    name,
    description,
    // Only what can be called is found for a need.
    capabilities: tools.length === 0 ? [] : [...new Set(['tool_call', ...capabilities])].filter((one) => one !== ''),
    usageInfo: '',
  }
  return { kind: 'pluginManifest', words, provides: { version, tools, memory, workflow }, main }
}

function toolsOf(listed: unknown): PluginTool[] {
  if (listed === undefined) return []
  if (!Array.isArray(listed) || listed.length > maxTools)
    throw invalid(`Its tools are not a list of at most ${maxTools}.`)
  const tools = listed.map(toolOf)
  if (new Set(tools.map(({ name }) => name)).size < tools.length) throw invalid('Two of its tools have the same name.')
  return tools
}

function toolOf(tool: unknown): PluginTool {
  const name = own(tool, 'name')
  if (typeof name !== 'string' || !/^[A-Za-z]\w{0,63}$/.test(name))
    throw invalid('The name of a tool is not one of letters, digits and underscores.')
  const description = textOf(tool, 'description', 2000)
  if (description === '') throw invalid(`Its tool ${name} has no description: nothing would find it.`)
  const effect = own(tool, 'effect')
  if (effect !== undefined && effect !== 'reads' && effect !== 'changes')
    throw invalid(`The effect of its tool ${name} is neither “reads” nor “changes”.`)
  const inputSchema = inputSchemaOf(own(tool, 'inputSchema'), (message) => invalid(`Tool ${name}: ${message}`))
  return { name, description, inputSchema, effect: effect ?? 'changes' }
}

function hooksIn<Hook extends string>(root: unknown, key: 'memory' | 'workflow', known: readonly Hook[]): Hook[] {
  const listed = own(root, key)
  if (listed === undefined) return []
  const hooks = known.filter((hook) => listOf(listed).includes(hook))
  if (!Array.isArray(listed) || hooks.length !== listed.length)
    throw invalid(`Its ${key} is not a list of ${known.join(' and ')}.`)
  return hooks
}

const invalid = (message: string): QuarryError =>
  new QuarryError('resource.invalid', `The manifest of the plugin cannot be used. ${message}`, {
    remedy: 'repairPluginManifest',
  })
