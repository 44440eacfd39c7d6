import { mkdir, readFile, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type RuleFileView, type WrittenRule, writtenRule } from '../../contract/calls'
import { QuarryError } from '../../contract/errors'
import { type ReadRules, type Rule, type RuleBook, readRules, ruleBookOf } from '../gate'
import { openPrivateFile } from '../store'
import { createMutex } from '../threads'

/** The rules of a person: one file for all projects, one for each project. */
export interface RuleFiles {
  /** What all files say now: a change counts from the next call on. */
  book(): Promise<RuleBook>
  /** Each file with its rules, or with everything that is wrong with it. */
  list(): Promise<RuleFileView[]>
  /** Adds a rule to the project's file. Throws `input.invalid` where that file has an error. */
  add(rule: WrittenRule): Promise<void>
  /** Takes the rule that begins in a line out of a file. Throws `input.invalid` where there is none. */
  remove(path: string, line: number): Promise<void>
}

interface ReadFile {
  readonly stamp: string
  readonly read: ReadRules
}

/** @param directory the data directory: `rules.json` holds for all projects, `rules/<project>.json` for one */
export function createRuleFiles(directory: string, projectId: string): RuleFiles {
  const own = join(directory, 'rules', `${projectId}.json`)
  const paths = [join(directory, 'rules.json'), own]
  const known = new Map<string, ReadFile>()
  const writing = createMutex()

  /** A file is read again where its time, size or number changed: looking costs less than watching. */
  const look = async (path: string): Promise<ReadRules> => {
    let stamp: string
    try {
      const { mtimeMs, size, ino } = await stat(path)
      stamp = `${mtimeMs} ${size} ${ino}`
      const before = known.get(path)
      if (before?.stamp === stamp) return before.read
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kind: 'rules', rules: [] }
      return unreadable(path, error)
    }
    const read = await readFile(path, 'utf8').then(
      (text) => readRules(path, text),
      (error: unknown) => unreadable(path, error),
    )
    known.set(path, { stamp, read })
    return read
  }

  const rewrite = (path: string, change: (rules: readonly Rule[]) => readonly WrittenRule[]): Promise<void> =>
    writing.run(async () => {
      const read = await look(path)
      if (read.kind === 'problems') {
        const { line, problem } = read.problems[0]
        throw new QuarryError('input.invalid', `${path}, line ${line}: ${problem.kind}`, { context: { path, line } })
      }
      const rules = change(read.rules).map((rule) => writtenRule.strip().parse(rule))
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const next = await openPrivateFile(`${path}.new`)
      try {
        await next.writeFile(`${JSON.stringify({ version: 1, rules }, null, 2)}\n`)
      } finally {
        await next.close()
      }
      await rename(`${path}.new`, path)
    })

  return {
    book: async () => ruleBookOf(await Promise.all(paths.map(look))),
    list: () =>
      Promise.all(
        paths.map(async (path) => {
          const read = await look(path)
          const isOfProject = path === own
          return read.kind === 'rules'
            ? { path, isOfProject, rules: read.rules.map(({ file: _file, ...rule }) => rule), problems: [] }
            : { path, isOfProject, rules: [], problems: [...read.problems] }
        }),
      ),
    add: (rule) => rewrite(own, (rules) => [...rules, rule]),
    remove: async (path, line) => {
      if (!paths.includes(path)) throw new QuarryError('input.invalid', 'This is no file of rules.')
      await rewrite(path, (rules) => {
        const left = rules.filter((rule) => rule.line !== line)
        if (left.length === rules.length) throw new QuarryError('input.invalid', `No rule begins in line ${line}.`)
        return left
      })
    },
  }
}

const unreadable = (file: string, error: unknown): ReadRules => ({
  kind: 'problems',
  file,
  problems: [
    { line: 1, problem: { kind: 'rulesNotRead', values: { code: (error as NodeJS.ErrnoException).code ?? '' } } },
  ],
})
