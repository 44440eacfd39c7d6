import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { filesUnder } from '../unit/source-files'
import { isNode, nodesOf } from './syntax'

/** Two words beside each other: only a sentence has those, no code, path or name. */
const words = /\p{L}{2,} \p{L}{2,}/u
const searches = new Set(['startsWith', 'endsWith', 'includes', 'indexOf', 'match', 'search', 'split'])
const comparisons = new Set(['===', '!==', '==', '!='])

/** Words of a sentence that a source looks for: in a regular expression, a search in a string, or a comparison. */
function soughtIn(source: string, lang: 'ts' | 'tsx' = 'ts'): string[] {
  const sentenceIn = (value: unknown): string[] =>
    isNode(value) && value.type === 'Literal' && typeof value.value === 'string' && words.test(value.value)
      ? [value.value]
      : []
  return [...nodesOf(parseAst(source, { lang }))].flatMap((node) => {
    if (node.type === 'Literal' && node.regex) {
      const { pattern } = node.regex as { pattern: string }
      return words.test(pattern) ? [pattern] : []
    }
    if (node.type === 'BinaryExpression' && comparisons.has(String(node.operator))) {
      return [node.left, node.right].flatMap(sentenceIn)
    }
    if (node.type !== 'CallExpression' || !isNode(node.callee)) return []
    const { property } = node.callee
    const isSearch = isNode(property) && searches.has(String(property.name))
    return isSearch ? (node.arguments as unknown[]).flatMap(sentenceIn) : []
  })
}

/**
 * Words that a source of the command would print: a text of two words or more, and words inside a template. The message
 * of an error is for logs, and what is told of an error is its code's words.
 */
function printedIn(source: string): string[] {
  const ofErrors = new Set<unknown>()
  const nodes = [...nodesOf(parseAst(source, { lang: 'ts' }))]
  for (const node of nodes) {
    if (node.type !== 'NewExpression' || !isNode(node.callee) || node.callee.name !== 'QuarryError') continue
    for (const part of nodesOf((node.arguments as unknown[])[1])) ofErrors.add(part)
  }
  return nodes.flatMap((node) => {
    if (ofErrors.has(node)) return []
    if (node.type === 'Literal' && typeof node.value === 'string') return words.test(node.value) ? [node.value] : []
    if (node.type !== 'TemplateElement') return []
    const { cooked } = node.value as { cooked: string }
    return /\p{L}{2,}/u.test(cooked) ? [cooked] : []
  })
}

describe('sentences of the command', () => {
  it('are in its catalogue alone', () => {
    const files = ['main/cli.ts', ...filesUnder('main/command')]
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !file.startsWith('main/command/words/'))
    expect(files.length).toBeGreaterThan(10)
    expect(files.flatMap((file) => printedIn(readFileSync(file, 'utf8')).map((text) => [file, text]))).toEqual([])
  })

  it('would be noticed', () => {
    expect(printedIn('progress.say("Nothing is indexed.")')).toEqual(['Nothing is indexed.'])
    expect(printedIn('print(`$\x7bcount} sources`)')).toEqual([' sources'])
    expect(printedIn('throw new QuarryError("input.empty", `No $\x7bname} here.`)')).toEqual([])
    expect(printedIn('connection.call("session.start", { key: `$\x7ba} $\x7bb}` })')).toEqual([])
  })
})

describe('sentences of main', () => {
  const files = ['renderer', 'main/command'].flatMap(filesUnder).map((file) => file.replaceAll('\\', '/'))

  it('are read by nobody: window and terminal decide by kinds and codes', () => {
    expect(files.length).toBeGreaterThan(150)
    const sought = files.flatMap((file) =>
      soughtIn(readFileSync(file, 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map((text) => [file, text]),
    )
    expect(sought).toEqual([])
  })

  it('would be noticed', () => {
    expect(soughtIn('const a = /^Waits for (.+)$/.exec(reason)')).toEqual(['^Waits for (.+)$'])
    expect(soughtIn('if (reason.startsWith("The pool is stopped")) stop()')).toEqual(['The pool is stopped'])
    expect(soughtIn('const known = error.message === "The disk is full."')).toEqual(['The disk is full.'])
    expect(soughtIn('const named = /^([a-z]+)(?: (\\d+))?$/.exec(name)')).toEqual([])
  })
})
