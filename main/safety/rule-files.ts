import { mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type RuleFileView, type WrittenRule, writtenRule } from '../../contract/calls/calls'
import type { CheckedDraft, RuleChange, RuleDraft } from '../../contract/calls/rule-draft'
import { QuarryError } from '../../contract/errors'
import { type ReadRules, type Rule, type RuleBook, readDraft, readRules, ruleBookOf } from '../gate'
import { writePrivateFile } from '../store'
import { createMutex } from '../threads'

/** The rules of a person: one file for all projects, one for each project. */
export interface RuleFiles {
  /** What all files say now: a change counts from the next call on. */
  book(): Promise<RuleBook>
  /** Each file with its rules, or with everything that is wrong with it. */
  list(): Promise<RuleFileView[]>
  /** Adds a rule to the project's file. Throws `input.invalid` where that file has an error. */
  add(rule: WrittenRule): Promise<void>
  /** Reads a draft as a file would be. */
  check(draft: RuleDraft): CheckedDraft
  /**
   * Writes a draft at the end of a file, or in place of a rule. Throws `file.changed` where that rule is no longer as the
   * person saw it, `input.invalid` where the draft or the file has an error.
   */
  save(change: RuleChange): Promise<void>
  /** What all files would say with a draft saved, and where it would stand. Writes nothing; throws as `save` does. */
  bookWith(change: RuleChange): Promise<{ readonly book: RuleBook; readonly file: string; readonly line: number }>
  /** Takes a rule out of a file. Throws `file.changed` where it no longer begins in that line as the person saw it. */
  remove(seen: SeenRule): Promise<void>
}

/** A rule where a person saw it. */
interface SeenRule {
  readonly path: string
  readonly line: number
  readonly rule: WrittenRule
}

interface ReadFile {
  /** Null where there is no file. */
  readonly stamp: string | null
  readonly read: ReadRules
}

/** @param directory the data directory: `rules.json` holds for all projects, `rules/<project>.json` for one */
export function createRuleFiles(directory: string, projectId: string): RuleFiles {
  const all = join(directory, 'rules.json')
  const own = join(directory, 'rules', `${projectId}.json`)
  const paths = [all, own]
  const known = new Map<string, ReadFile>()
  const writing = createMutex()

  /** A file is read again where its time, size or number changed: looking costs less than watching. */
  const look = async (path: string): Promise<ReadFile> => {
    try {
      const stamp = await stampOf(path)
      if (stamp === null) return { stamp, read: { kind: 'rules', rules: [] } }
      const before = known.get(path)
      if (before?.stamp === stamp) return before
      const read = readRules(path, await readFile(path, 'utf8'))
      known.set(path, { stamp, read })
      return { stamp, read }
    } catch (error) {
      return { stamp: null, read: unreadable(path, error) }
    }
  }
  const readAll = async (): Promise<ReadRules[]> => (await Promise.all(paths.map(look))).map(({ read }) => read)

  const rewrite = (path: string, change: Change): Promise<void> =>
    writing.run(async () => {
      const { stamp, read } = await look(path)
      const { text } = changed(path, read, change)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writePrivateFile(path, text, async () => {
        if ((await stampOf(path)) !== stamp) throw changedMeanwhile(path)
      })
    })

  /** The file that a draft goes to, and how it changes that file's rules. */
  const changeOf = ({ draft, place }: RuleChange): { path: string; rule: WrittenRule; change: Change } => {
    const read = readDraft(draft)
    if (read.kind === 'problems') throw new QuarryError('input.invalid', 'This is no rule.')
    const { rule } = read
    if (place.kind === 'new') return { path: place.isOfProject ? own : all, rule, change: (rules) => [...rules, rule] }
    if (!paths.includes(place.path)) throw noFileOfRules()
    const change: Change = (rules) => {
      const at = placeOf(rules, place)
      return rules.map((one, index) => (index === at ? rule : one))
    }
    return { path: place.path, rule, change }
  }

  return {
    book: async () => ruleBookOf(await readAll()),
    list: () =>
      Promise.all(
        paths.map(async (path) => {
          const { read } = await look(path)
          const isOfProject = path === own
          return read.kind === 'rules'
            ? { path, isOfProject, rules: read.rules.map(({ file: _file, ...rule }) => rule), problems: [] }
            : { path, isOfProject, rules: [], problems: [...read.problems] }
        }),
      ),
    check(draft) {
      const read = readDraft(draft)
      return read.kind === 'rule' ? { rule: read.rule, problems: [] } : { rule: null, problems: [...read.problems] }
    },
    async save(given) {
      const { path, change } = changeOf(given)
      await rewrite(path, change)
    },
    async bookWith(given) {
      const { path, rule, change } = changeOf(given)
      const { read } = await look(path)
      const next = changed(path, read, change)
      const files = await Promise.all(paths.map(async (one) => (one === path ? next.read : (await look(one)).read)))
      const line = next.read.rules[next.rules.indexOf(rule)]?.line ?? 0
      return { book: ruleBookOf(files), file: path, line }
    },
    add: (rule) => rewrite(own, (rules) => [...rules, rule]),
    remove: async (seen) => {
      if (!paths.includes(seen.path)) throw noFileOfRules()
      await rewrite(seen.path, (rules) => rules.toSpliced(placeOf(rules, seen), 1))
    },
  }
}

type Change = (rules: readonly Rule[]) => readonly WrittenRule[]

/** Where a rule stands among those of its file. Throws `file.changed` where it is no longer as the person saw it. */
function placeOf(rules: readonly Rule[], { path, line, rule }: SeenRule): number {
  const at = rules.findIndex((one) => one.line === line)
  const found = rules[at]
  if (found === undefined || !isDeepStrictEqual(written(found), rule)) throw changedMeanwhile(path)
  return at
}

/** A rule without its place. */
const written = (rule: WrittenRule): WrittenRule => writtenRule.strip().parse(rule)

/** A file after a change, as text and as it will be read. Throws `input.invalid` where it has an error or would get one. */
function changed(path: string, read: ReadRules, change: Change) {
  if (read.kind === 'problems') {
    const { line, problem } = read.problems[0]
    const context = { problem: 'rulesBroken', path, line }
    throw new QuarryError('input.invalid', `${path}, line ${line}: ${problem.kind}`, { context })
  }
  const rules = change(read.rules)
  const text = `${JSON.stringify({ version: 1, rules: rules.map(written) }, null, 2)}\n`
  const next = readRules(path, text)
  // Each rule was read before: only their number can be too much.
  if (next.kind === 'problems')
    throw new QuarryError('input.invalid', `${path} is full.`, { context: { problem: 'rulesFull', path } })
  return { text, rules, read: next }
}

const noFileOfRules = (): QuarryError => new QuarryError('input.invalid', 'This is no file of rules.')

const changedMeanwhile = (path: string): QuarryError =>
  new QuarryError('file.changed', `${path} changed since it was read; it was left as it is.`, { context: { path } })

/** Changes whenever the file does; null where there is none. */
async function stampOf(path: string): Promise<string | null> {
  try {
    const { mtimeMs, size, ino } = await stat(path)
    return `${mtimeMs} ${size} ${ino}`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const unreadable = (file: string, error: unknown): ReadRules => ({
  kind: 'problems',
  file,
  problems: [
    { line: 1, problem: { kind: 'rulesNotRead', values: { code: (error as NodeJS.ErrnoException).code ?? '' } } },
  ],
})
