import { readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { parseAst } from 'vite'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { filesUnder } from '../unit/source-files'
import { isNode, type Node, nodesOf } from './syntax'

/** Why a pattern may take more than linear time: backtracking within it, or a start at every place of a long run. */
function slownessOf(source: string, flags: string): string[] {
  const { reports } = analyse(
    { source, flags: flags.replace('v', 'u') },
    { reportTypes: { Move: true, Self: true, Trade: true } },
  )
  return reports.map(({ type, character }) => `/${source}/${flags} ${type} on ${character.literal.source}`)
}

const folders = ['contract', 'main', 'preload', 'renderer', 'workers']
const files = folders.flatMap(filesUnder).filter((file) => !file.endsWith('.d.ts'))
const nodesIn = (source: string, file = 'source.ts'): Node[] => [
  ...nodesOf(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })),
]

function slowIn(source: string, file?: string): string[] {
  return nodesIn(source, file).flatMap((node) => {
    if (node.type !== 'Literal' || !node.regex) return []
    const { pattern, flags } = node.regex as { pattern: string; flags: string }
    return slownessOf(pattern, flags)
  })
}

/** Modules that put patterns together when they are loaded: each is loaded here, and what it made is looked at. */
const builtWhenLoaded = [
  'contract/report/dated-text.ts',
  'main/pool/infer.ts',
  'main/language/intent/action.ts',
  'main/language/question/aspects.ts',
  'main/language/question/follow-up/chinese.ts',
  'main/language/question/follow-up/english.ts',
  'main/language/question/follow-up/named-subject.ts',
  'main/language/question/follow-up/replaced-phrase.ts',
  'main/language/question/form.ts',
  'main/reasoning/sentences/quality.ts',
  'main/language/text/porter-stem.ts',
  'main/resources/matcher/intents.ts',
  'main/text2sql/one-table/figures-said.ts',
  'main/text2sql/question/asked-otherwise.ts',
  'main/text2sql/question/difference-parts.ts',
  'main/text2sql/question/figures-of-each.ts',
  'main/text2sql/question/rewritings.ts',
  'main/text2sql/question/plain-chinese.ts',
  'main/text2sql/question/relative-dates.ts',
  'main/text2sql/units-with-rows.ts',
  'workers/readers/source-code.ts',
  'workers/secrets/token-shapes.ts',
]
/** Patterns of words that come from elsewhere, with a sample of what they make. */
const builtWhenCalled: Record<string, readonly RegExp[]> = {
  'contract/library/script-coverage.ts': [/[\p{Script=Latin}\p{Script=Greek}]/gu],
  // The words of a quote, their special characters escaped.
  'main/knowledge/sources/annotations.ts': [/heat\s+pumps/g],
  // A name of a domain, its special characters escaped.
  'main/domains/named-domains.ts': [/(?<![\p{L}\p{N}])heat pumps(?![\p{L}\p{N}])/iu],
  // The name of an American state.
  'main/text2sql/one-table/rows-said.ts': [/\bNew York\b/g],
  'main/resources/discoverers/documents/signs.ts': [/(?:"item"|(?:^|[\n{,])[ \t]*'?item'?)\s*:\s*["']?2/],
  'renderer/features/search/snippet.ts': [/(?<![\p{L}\p{N}])heat\p{L}{0,4}(?![\p{L}\p{N}])|注意力/giu],
  'renderer/features/resources/matched-text.ts': [/heat pumps|heat/giu],
}

describe('regular expressions', () => {
  const Original = RegExp
  afterEach(() => {
    globalThis.RegExp = Original
  })

  it('all take linear time, whatever text they meet', () => {
    expect(files.length).toBeGreaterThan(600)
    const slow = files.flatMap((file) => slowIn(readFileSync(file, 'utf8'), file).map((found) => `${file}: ${found}`))
    expect(slow).toEqual([])
  })

  it('are put together only where the parts are known', () => {
    const building = files.filter((file) => {
      const source = readFileSync(file, 'utf8')
      if (!source.includes('RegExp')) return false
      return nodesIn(source, file).some(
        (node) =>
          (node.type === 'NewExpression' || node.type === 'CallExpression') &&
          isNode(node.callee) &&
          node.callee.name === 'RegExp',
      )
    })
    expect(building.toSorted()).toEqual([...builtWhenLoaded, ...Object.keys(builtWhenCalled)].toSorted())
  })

  it.each(builtWhenLoaded)('of %s take linear time as they are put together', async (file) => {
    const made: RegExp[] = []
    globalThis.RegExp = new Proxy(Original, {
      construct(target, parameters: [string, string]) {
        const pattern = new target(...parameters)
        made.push(pattern)
        return pattern
      },
    })
    vi.resetModules()
    await import(/* @vite-ignore */ `../../${file}`)
    globalThis.RegExp = Original
    expect(made.length).toBeGreaterThan(0)
    expect(made.flatMap(({ source, flags }) => slownessOf(source, flags))).toEqual([])
  })

  it('take linear time where they are put together of a text', () => {
    expect(
      Object.values(builtWhenCalled)
        .flat()
        .flatMap(({ source, flags }) => slownessOf(source, flags)),
    ).toEqual([])
  })

  it.each([
    'const pairs = /^(?:\\w+\\s*=\\s*\\S*\\s*)+$/',
    'const end = /\\s+$/',
    'const key = /([\\w ]+?)\\s*=/',
    'const twice = /(a+)+b/',
  ])('the check finds %s', (source) => {
    expect(slowIn(source)).not.toEqual([])
  })
})
