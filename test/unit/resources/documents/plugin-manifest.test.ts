import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QuarryError } from '../../../../contract/errors'
import { pluginProvides } from '../../../../contract/resources/plugin'
import { describePluginManifest } from '../../../../workers/documents/plugin-manifest'

const tool = { name: 'convert', description: 'Converts.', inputSchema: { type: 'object', properties: {} } }
const manifest = {
  name: 'Units',
  version: '1.2.0',
  description: 'Converts units.',
  quarry: 1,
  main: 'plugin.js',
  tools: [tool],
}

const refusal = (root: unknown): string => {
  try {
    describePluginManifest(root)
  } catch (error) {
    if (error instanceof QuarryError && error.code === 'resource.invalid') return error.message
    throw error
  }
  return ''
}

describe('the manifest of a plugin', () => {
  it('says what the plugin provides; a tool that does not say that it only reads changes', () => {
    const { words, provides, main } = describePluginManifest({
      ...manifest,
      tools: [
        { ...tool, effect: 'reads' },
        { ...tool, name: 'other' },
      ],
      memory: ['recall', 'beforeStore'],
      workflow: ['afterReply'],
    })
    expect(main).toBe('plugin.js')
    expect(words).toMatchObject({ name: 'Units', capabilities: ['tool_call', 'convert', 'other'] })
    expect(provides.tools.map(({ name, effect }) => [name, effect])).toEqual([
      ['convert', 'reads'],
      ['other', 'changes'],
    ])
    expect(provides).toMatchObject({ version: '1.2.0', memory: ['beforeStore', 'recall'], workflow: ['afterReply'] })
  })

  it('is found for no need where it has hooks alone', () => {
    const { tools: _tools, ...rest } = manifest
    expect(describePluginManifest({ ...rest, memory: ['recall'] }).words.capabilities).toEqual([])
  })

  it.each([
    ['no object', []],
    ['another version of the interfaces', { ...manifest, quarry: 2 }],
    ['no name', { ...manifest, name: ' ' }],
    ['no version', { ...manifest, version: null }],
    ['no description', { ...manifest, description: 7 }],
    ['no JavaScript', { ...manifest, main: 'plugin.wasm' }],
    ['nothing provided', { ...manifest, tools: [] }],
    ['tools that are no list', { ...manifest, tools: { convert: tool } }],
    ['too many tools', { ...manifest, tools: Array.from({ length: 21 }, (_, at) => ({ ...tool, name: `t${at}` })) }],
    ['two tools of one name', { ...manifest, tools: [tool, tool] }],
    ['a name that is no identifier', { ...manifest, tools: [{ ...tool, name: 'a.b' }] }],
    ['a tool without words', { ...manifest, tools: [{ ...tool, description: '' }] }],
    ['an effect of its own', { ...manifest, tools: [{ ...tool, effect: 'none' }] }],
    ['a schema of no object', { ...manifest, tools: [{ ...tool, inputSchema: { type: 'string' } }] }],
    [
      'a schema that refers elsewhere',
      { ...manifest, tools: [{ ...tool, inputSchema: { type: 'object', $ref: 'http://a' } }] },
    ],
    ['a hook that nobody calls', { ...manifest, memory: ['afterStore'] }],
    ['the same hook twice', { ...manifest, memory: ['recall', 'recall'] }],
    ['hooks that are no list', { ...manifest, workflow: 'afterReply' }],
  ])('with %s is refused, and says why', (_what, root) => {
    expect(refusal(root)).toContain('The manifest of the plugin cannot be used. ')
  })

  it('takes any value, and answers what holds to the contract or refuses it', () => {
    const field = fc.constantFrom('name', 'version', 'description', 'quarry', 'main', 'tools', 'memory', 'workflow')
    fc.assert(
      fc.property(
        field,
        fc.jsonValue(),
        fc.constantFrom('name', 'description', 'inputSchema', 'effect'),
        (at, value, inTool) => {
          for (const root of [
            value,
            { ...manifest, [at]: value },
            { ...manifest, tools: [{ ...tool, [inTool]: value }] },
          ]) {
            if (refusal(root) !== '') continue
            const { provides, words } = describePluginManifest(root)
            expect(pluginProvides.safeParse(provides).success).toBe(true)
            expect(words.name).not.toBe('')
          }
        },
      ),
    )
  })
})
