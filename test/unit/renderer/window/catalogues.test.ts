import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { en } from '../../../../renderer/window/locales/en'
import { zhCN } from '../../../../renderer/window/locales/zh-CN'

type Node = { [key: string]: string | Node }

function sentences(node: Node, path = ''): [string, string][] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : sentences(value, `${path}${key}.`),
  )
}

const placeholders = (sentence: string): string[] =>
  [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1] ?? '').sort()

describe('the catalogues', () => {
  const english = sentences(en as unknown as Node)
  const chinese = new Map(sentences(zhCN as unknown as Node))

  it('have the same keys in the same places', () => {
    expect([...chinese.keys()].sort()).toEqual(english.map(([key]) => key).sort())
  })

  it('have a sentence for every key', () => {
    expect([...english, ...chinese].filter(([, sentence]) => sentence.trim() === '')).toEqual([])
  })

  it('fill in the same values', () => {
    for (const [key, sentence] of english) {
      expect([key, placeholders(chinese.get(key) ?? '')]).toEqual([key, placeholders(sentence)])
    }
  })

  it('have both forms of every counted sentence', () => {
    const keys = new Set(english.map(([key]) => key))
    for (const key of keys) {
      if (key.endsWith('_one')) expect(keys).toContain(key.replace(/_one$/, '_other'))
      if (key.endsWith('_other')) expect(keys).toContain(key.replace(/_other$/, '_one'))
    }
  })

  it('hold no sentence that nothing in the window shows', () => {
    const files = import.meta.glob<string>('../../../../renderer/**/*.{ts,tsx}', {
      query: '?raw',
      import: 'default',
      eager: true,
    })
    const code = Object.entries(files).flatMap(([path, text]) => (path.includes('/locales/') ? [] : [text]))
    const named = new Set(code.flatMap((text) => [...text.matchAll(/['"`]([\w.]+)['"`]/g)].map(([, name]) => name)))
    // `start.${problem}.title`: any key of that form may be meant.
    const forms = code.flatMap((text) =>
      [...text.matchAll(/`(\w+\.(?:[\w.]|\$\{[^}`]*\}|\$\{\w+\[`\$\{[^}`]*\}`\]\})*)`/g)].map(
        ([, form = '']) => new RegExp(`^${form.replaceAll('.', '\\.').replace(/\$\{.*?\}(?:`\]\})?/g, '.+')}$`),
      ),
    )
    const isShown = (key: string): boolean => {
      const name = key.replace(/_(?:one|other)$/, '')
      return named.has(name) || forms.some((form) => form.test(name))
    }
    expect(english.map(([key]) => key).filter((key) => !isShown(key))).toEqual([])
  })

  it('use Chinese punctuation in Chinese sentences', () => {
    const wrong = [...chinese].filter(([, sentence]) => /\p{Script=Han}[,;!?]/u.test(sentence))
    expect(wrong).toEqual([])
  })
})

/** Attributes whose text a person reads or hears. */
const spoken = new Set(['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label', 'help', 'text'])

function literals(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const child of node) literals(child, found)
  else if (node !== null && typeof node === 'object') {
    const { type, value, name } = node as { type?: string; value?: unknown; name?: { name?: string } }
    if (type === 'JSXText' && /\p{L}/u.test(String(value))) found.push(String(value).trim())
    if (type === 'JSXAttribute' && spoken.has(name?.name ?? '')) {
      const literal = value as { type?: string; value?: unknown } | null
      if (literal?.type === 'Literal' && /\p{L}/u.test(String(literal.value))) found.push(String(literal.value))
    }
    for (const child of Object.values(node)) literals(child, found)
  }
  return found
}

describe('the window', () => {
  const files = import.meta.glob<string>('../../../../renderer/{app,ui,features}/**/*.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  })

  it('is looked at', () => expect(Object.keys(files).length).toBeGreaterThan(40))

  it.each(Object.entries(files))('says nothing outside of the catalogues: %s', (_path, source) => {
    expect(literals(parseAst(source, { lang: 'tsx' }))).toEqual([])
  })

  it('would notice a literal', () => {
    const source = 'const a = <p title="Hello">Hi there {name}</p>'
    expect(literals(parseAst(source, { lang: 'tsx' }))).toEqual(['Hello', 'Hi there'])
  })
})
