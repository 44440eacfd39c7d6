import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs/promises.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:promise|---)/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))

/** What is wrong with one reference of the page; null where nothing is. */
function problemOf(reference: string): string | null {
  const bench = /^npm run bench -- (\S+)$/.exec(reference)
  if (bench !== null) return existsSync(join(root, `test/bench/${bench[1]}.ts`)) ? null : 'no such benchmark'
  const [file = '', title = ''] = reference.split(' › ')
  const path = join(root, file)
  if (!/^test\/.+\.(?:test|e2e)\.tsx?$/.test(file) || !existsSync(path)) return 'no such file'
  const source = readFileSync(path, 'utf8')
  return [`('${title}'`, `("${title}"`, `(\`${title}\``, ` '${title}',\n`].some((call) => source.includes(call))
    ? null
    : 'no test of this title'
}

test('the page has rows, each with a promise, where it is made, and what holds it', () => {
  expect(rows.length).toBeGreaterThan(30)
  for (const cells of rows) {
    expect(cells).toHaveLength(3)
    expect(existsSync(join(root, cells[1] === 'README' ? 'README.md' : (cells[1] ?? '')))).toBe(true)
    expect(cells[2]).toMatch(/^(?:`[^`]+`(?:, )?)+$/)
  }
})

test('every test and benchmark that it names is there', () => {
  const references = rows.flatMap(([, , held = '']) => [...held.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
  const problems = references.flatMap((reference) => {
    const problem = problemOf(reference)
    return problem === null ? [] : [`${problem}: ${reference}`]
  })
  expect(problems).toEqual([])
})
