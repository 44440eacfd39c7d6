import { describe, expect, it } from 'vitest'
import { resourceDraft } from '../../../contract/resources/resource'
import { clipDraft } from '../../../main/resources/clip-draft'
import { resourceIdOf } from '../../../main/resources/resource-id'
import { storedText } from '../../../main/resources/stored-text'
import { splitName, textsOf } from '../../../main/resources/vectorizer/texts'
import { asJson } from '../../../main/store'

const draft = resourceDraft.parse({
  resourceId: 'tool:x',
  type: 'tool',
  parentId: null,
  name: 'x',
  description: '',
  capabilities: [],
  usageInfo: '',
  metadata: { type: 'tool', builtIn: false, tier: 'L2', inputSchema: {}, entry: null },
  origin: { kind: 'folder', path: '/x' },
  status: 'ready',
  error: null,
})

describe('names', () => {
  it.each([
    ['ResearchHelper', 'research helper'],
    ['HTTPServer2', 'http server 2'],
    ['get_user-v2', 'get user v 2'],
    ['calorieBRAIN', 'calorie brain'],
    ['airqualityforeast', 'airqualityforeast'],
    ['天气Tool', '天气tool'],
    ['', ''],
  ])('%s is split into %s', (name, words) => {
    expect(splitName(name)).toBe(words)
  })

  it('leave texts of another script, and empty ones, without an English frame', () => {
    expect(textsOf({ type: 'tool', name: '天气查询', description: '查询天气', capabilities: [] })).toEqual({
      name: '天气查询',
      description: '查询天气',
      capabilities: '',
      composite: '天气查询: 查询天气',
    })
  })

  it('set what answers questions apart from its database, which has the same name', () => {
    const database = { name: 'tides.sqlite', description: '', capabilities: [] }
    expect(textsOf({ ...database, type: 'database' }).name).toBe('Can you help me with tides sqlite?')
    expect(textsOf({ ...database, type: 'text2sql' }).name).toBe('Can you help me with questions about tides sqlite?')
  })

  it('are one of the four texts', () => {
    const texts = textsOf({
      type: 'tool',
      name: 'TideTable',
      description: 'Tides of harbours.',
      capabilities: ['tides', 'harbours'],
    })
    expect(texts).toEqual({
      name: 'Can you help me with tide table?',
      description: 'Can you help me with this? Tides of harbours.',
      capabilities: 'Can you help me with this? tides, harbours',
      composite: 'I need help with tide table: tides of harbours. tides, harbours. Can you please help?',
    })
  })
})

describe('ids', () => {
  it('are stable, and differ by place and by kind', () => {
    expect(resourceIdOf('database', '/a/x.db')).toMatch(/^database:[0-9a-f]{24}$/)
    expect(resourceIdOf('database', '/a/x.db')).toBe(resourceIdOf('database', '/a/x.db'))
    expect(resourceIdOf('database', '/b/x.db')).not.toBe(resourceIdOf('database', '/a/x.db'))
    expect(resourceIdOf('text2sql', '/a/x.db').split(':')[1]).toBe(resourceIdOf('database', '/a/x.db').split(':')[1])
  })
})

describe('clipping', () => {
  it('brings any draft within the limits of the contract', () => {
    const clipped = clipDraft({
      ...draft,
      name: 'n'.repeat(10_000),
      description: 'd'.repeat(1_000_000),
      capabilities: [
        ...Array.from({ length: 5_000 }, (_, index) => `capability ${index}`),
        '',
        '  ',
        'c'.repeat(9_999),
      ],
      usageInfo: 'u'.repeat(20_000),
    })
    expect(resourceDraft.safeParse(clipped).success).toBe(true)
    expect(clipped.name).toHaveLength(300)
    expect(clipped.name.endsWith('…')).toBe(true)
    expect(clipped.capabilities).toHaveLength(200)
  })

  it('names a thing without a name by its kind, and keeps no half of a surrogate pair', () => {
    expect(clipDraft({ ...draft, name: ' \n ' }).name).toBe('tool')
    const name = clipDraft({ ...draft, name: `${'a'.repeat(298)}😀😀` }).name
    expect(name.isWellFormed()).toBe(true)
    expect(name.length).toBeLessThanOrEqual(300)
  })
})

describe('what is stored', () => {
  it('holds no NUL and no half surrogate, in keys and values', () => {
    expect(storedText('a\0b\ud800')).toBe('a\ufffdb\ufffd')
    const json = asJson({ 'k\0': ['\ud83d', '\\u0000', '😀', 'a\\\0'] })
    expect(JSON.parse(json)).toEqual({ 'k\ufffd': ['\ufffd', '\\u0000', '😀', 'a\\\ufffd'] })
  })
})
