import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { init, parse } from 'es-module-lexer'
import { beforeAll, describe, expect, it } from 'vitest'
import { workerNames } from '../../scripts/worker-names.mjs'

const out = resolve(import.meta.dirname, '..', '..', 'out')

const filesBelow = (directory: string, ending: RegExp): string[] =>
  readdirSync(join(out, directory), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/** What the built files import, chunks of the build followed. */
function importedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set()
  seen.add(file)
  const names = new Set<string>()
  const [imports] = parse(readFileSync(file, 'utf8'))
  for (const { specifier } of imports) {
    if (!specifier) continue
    if (!specifier.startsWith('.')) names.add(specifier)
    else for (const name of importedBy(resolve(file, '..', specifier), seen)) names.add(name)
  }
  return names
}

describe.skipIf(!existsSync(join(out, 'main', 'index.js')))('built bundles', () => {
  beforeAll(() => init)

  it('the headless command loads without Electron', () => {
    expect([...importedBy(join(out, 'main', 'cli.js'))].filter((name) => name === 'electron')).toEqual([])
  })

  it.each(workerNames(join(out, '..')))('the %s worker loads without Electron', (worker) => {
    expect([...importedBy(join(out, 'workers', `${worker}.js`))]).not.toContain('electron')
  })

  it('the preload needs nothing but electron, as a sandboxed one must', () => {
    const text = readFileSync(join(out, 'preload', 'index.cjs'), 'utf8')
    const required = [...text.matchAll(/require\(["']([^"']+)["']\)/g)].map((match) => match[1])
    expect(new Set(required)).toEqual(new Set(['electron']))
  })

  it('the window carries no Node module, no Electron and no address to fetch from', () => {
    for (const file of filesBelow('renderer', /\.js$/)) {
      expect(readFileSync(file, 'utf8')).not.toMatch(/(?:from|import)\s*["'](?:node:|electron["'])/)
    }
    const html = readFileSync(join(out, 'renderer', 'index.html'), 'utf8')
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    for (const file of filesBelow('renderer', /\.css$/)) {
      expect(readFileSync(file, 'utf8')).not.toMatch(/(?:url\(|@import)\s*["']?(?:https?:)?\/\//)
    }
  })
})
