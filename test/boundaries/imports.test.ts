import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '..', '..')
const rooms = ['contract', 'wording', 'main', 'preload', 'renderer', 'workers'] as const

interface Import {
  readonly from: string
  readonly specifier: string
  /** Project path of what is imported, or null for a package. */
  readonly target: string | null
}

const sourceFiles = (directory: string): string[] =>
  readdirSync(join(project, directory), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(project, join(entry.parentPath, entry.name)))

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g

function importsOf(file: string): Import[] {
  const text = readFileSync(join(project, file), 'utf8')
  return [...text.matchAll(importPattern)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? ''
    const target = specifier.startsWith('.') ? relative(project, resolve(project, dirname(file), specifier)) : null
    return { from: file, specifier, target }
  })
}

const imports = rooms.flatMap(sourceFiles).flatMap(importsOf)
const inRoom = (path: string, room: string): boolean => path === room || path.startsWith(`${room}/`)
const shown = (broken: Import[]): string[] => broken.map(({ from, specifier }) => `${from} → ${specifier}`)

/** `main/recall/x.ts` → `main/recall`; files directly in main are the composition and its entries. */
const mainFolder = (path: string): string | null => {
  const [room, folder, file] = path.split('/')
  return room === 'main' && file !== undefined ? `main/${folder}` : null
}
const compositionFiles = new Set(['main/runtime'])

describe('imports point one way', () => {
  it('sees the imports at all', () => {
    expect(imports.length).toBeGreaterThan(100)
  })

  it('no files import each other in a circle, types included', () => {
    const files = new Set(rooms.flatMap(sourceFiles))
    const fileOf = (target: string): string | undefined =>
      [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find((file) => files.has(file))
    const uses = new Map<string, Set<string>>([...files].map((file) => [file, new Set()]))
    for (const { from, target } of imports) {
      const used = target === null ? undefined : fileOf(target)
      if (used !== undefined) uses.get(from)!.add(used)
    }
    // What imports nothing that is left goes, until only circles and what stands on them are left.
    for (let left = -1; left !== uses.size; ) {
      left = uses.size
      for (const [file, used] of uses) if (![...used].some((other) => uses.has(other))) uses.delete(file)
    }
    const isUsed = (file: string): boolean => [...uses.values()].some((used) => used.has(file))
    for (let left = -1; left !== uses.size; ) {
      left = uses.size
      for (const file of uses.keys()) if (!isUsed(file)) uses.delete(file)
    }
    expect([...uses.keys()].sort()).toEqual([])
  })

  it('contract imports zod and itself, nothing else', () => {
    const broken = imports.filter(
      ({ from, specifier, target }) =>
        inRoom(from, 'contract') && specifier !== 'zod' && !(target !== null && inRoom(target, 'contract')),
    )
    expect(shown(broken)).toEqual([])
  })

  it('wording imports the contract and itself, nothing else', () => {
    const broken = imports.filter(
      ({ from, target }) =>
        inRoom(from, 'wording') && !(target !== null && (inRoom(target, 'contract') || inRoom(target, 'wording'))),
    )
    expect(shown(broken)).toEqual([])
  })

  it('the preload knows only the contract, the window the words as well', () => {
    const broken = imports.filter(
      ({ from, target }) =>
        (inRoom(from, 'renderer') || inRoom(from, 'preload')) &&
        target !== null &&
        !inRoom(target, 'contract') &&
        !(inRoom(from, 'renderer') && inRoom(target, 'wording')) &&
        !inRoom(target, from.split('/')[0] ?? ''),
    )
    expect(shown(broken)).toEqual([])
  })

  it('rooms of the window stand on each other: shell, features, window state, controls, bridge', () => {
    const floors = ['renderer/bridge', 'renderer/ui', 'renderer/window', 'renderer/features', 'renderer/shell']
    const floorOf = (path: string): number => floors.findIndex((floor) => inRoom(path, floor))
    const broken = imports.filter(
      ({ from, target }) => floorOf(from) >= 0 && target !== null && floorOf(target) > floorOf(from),
    )
    expect(shown(broken)).toEqual([])
  })

  it('features of the window do not import each other in circles', () => {
    const featureOf = (path: string | null): string | undefined => /^renderer\/features\/([^/]+)/.exec(path ?? '')?.[1]
    const uses = new Map<string, Set<string>>()
    for (const { from, target } of imports) {
      const [user, used] = [featureOf(from), featureOf(target)]
      if (user !== undefined && used !== undefined && user !== used)
        uses.set(user, (uses.get(user) ?? new Set()).add(used))
    }
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      [...(uses.get(from) ?? [])].some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))))
    expect([...uses.keys()].filter((feature) => reaches(feature, feature))).toEqual([])
  })

  it('the window imports no Node module and no Electron', () => {
    const broken = imports.filter(
      ({ from, specifier }) =>
        inRoom(from, 'renderer') && /^(node:|electron$|fs$|path$|child_process$)/.test(specifier),
    )
    expect(shown(broken)).toEqual([])
  })

  it('workers know only the contract and themselves', () => {
    const broken = imports.filter(
      ({ from, target }) =>
        inRoom(from, 'workers') && target !== null && !inRoom(target, 'contract') && !inRoom(target, 'workers'),
    )
    expect(shown(broken)).toEqual([])
  })

  it('only the desktop imports Electron', () => {
    const broken = imports.filter(
      ({ from, specifier }) =>
        specifier === 'electron' &&
        !inRoom(from, 'main/desktop') &&
        from !== 'main/index.ts' &&
        !inRoom(from, 'preload'),
    )
    expect(shown(broken)).toEqual([])
  })

  it('folders of main use each other only through their façade', () => {
    const broken = imports.filter(({ from, target }) => {
      if (target === null || !inRoom(target, 'main') || !inRoom(from, 'main')) return false
      if (compositionFiles.has(target)) return false
      const [home, foreign] = [mainFolder(from), mainFolder(`${target}/x`)]
      // main/knowledge/reading is a folder with a façade of its own.
      const isFacade = target === foreign || target === 'main/knowledge/reading'
      return foreign !== null && foreign !== home && !isFacade
    })
    // The desktop entry is the desktop's composition: it wires files of main/desktop, which has no façade.
    expect(
      shown(
        broken.filter(
          ({ from, target }) =>
            !(from === 'main/index.ts' && inRoom(target ?? '', 'main/desktop')) &&
            !(from === 'main/cli.ts' && inRoom(target ?? '', 'main/command')),
        ),
      ),
    ).toEqual([])
  })

  it('only the store knows its driver and what only that driver can do', () => {
    const foreign = rooms
      .flatMap(sourceFiles)
      .filter((file) => !inRoom(file, 'main/store') && !inRoom(file, 'workers/store'))
      // It names functions of databases that people bring.
      .filter((file) => file !== 'main/gate/sql/functions.ts')
      .filter((file) => {
        const code = readFileSync(join(project, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
        return /bm25|textsearch|<@>|passages_search|vacuum \(|pg_stat|electric-sql/i.test(code)
      })
    expect(foreign).toEqual([])
  })

  it('machines do no I/O: no Electron, no SQL, no file system', () => {
    const machineFiles = sourceFiles('main').filter((file) => /machine\.ts$/.test(file))
    expect(machineFiles.length).toBeGreaterThan(2)
    const broken = imports.filter(
      ({ from, specifier, target }) =>
        machineFiles.includes(from) &&
        (/^(node:(fs|net|http|child_process|worker_threads)|electron$)/.test(specifier) ||
          (target !== null && (inRoom(target, 'main/store') || /repository/.test(target)))),
    )
    expect(shown(broken)).toEqual([])
  })

  it('no call of a tool goes around the gate', () => {
    const runners = sourceFiles('main').filter((file) =>
      /\b(?:tool|one|own)\??\.run\(/.test(readFileSync(join(project, file), 'utf8')),
    )
    expect(runners).toEqual(['main/tools/run-tool.ts'])
    const users = imports.filter(({ target }) => target === 'main/tools/run-tool').map(({ from }) => from)
    expect(users).toEqual(['main/tools/tool-calls.ts'])
    // What it takes for a call to be run: a row that says so, which only a decision of the gate writes.
    const entries = sourceFiles('main').filter((file) =>
      /\binsertCall\(/.test(readFileSync(join(project, file), 'utf8')),
    )
    expect(entries.sort()).toEqual([
      'main/tools/program-calls.ts',
      'main/tools/repository/calls.ts',
      'main/tools/tool-calls.ts',
      'main/tools/undo-calls.ts',
    ])
  })

  it('the library knows neither sessions nor their tables', () => {
    const files = sourceFiles('main/knowledge')
    const tables = /\b(from|join|into|update) (sessions|plans|steps|observations|citations|reports|session_events)\b/
    expect(files.filter((file) => tables.test(readFileSync(join(project, file), 'utf8')))).toEqual([])
    expect(
      shown(imports.filter(({ from, target }) => files.includes(from) && inRoom(target ?? '', 'main/research'))),
    ).toEqual([])
  })
})
