import { stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { openRegular } from '../../system'

/** The rules of one `.gitignore`, valid at and below its folder. */
export interface IgnoreRules {
  readonly folder: string
  readonly rules: Ignore
}

/** Of a `.gitignore` so many bytes and rules count: a long one has some hundred. */
const maxBytes = 64 * 1024
const maxRules = 500
/** A rule is matched by trying where its wildcards end, which takes the length of a name to the power of their number. */
const maxWildcards = 2
/** More time than real rules take for 100,000 names. Rules that take longer are given up. */
const budgetMs = 3000
const spentMs = new WeakMap<Ignore, number>()

const isSimple = (rule: string): boolean =>
  rule.split('**').length - 1 <= maxWildcards &&
  rule
    .replaceAll('**', '')
    .split('/')
    .every((part) => part.split('*').length - 1 <= maxWildcards)

/** Reads a folder's `.gitignore`; null where it has none or it cannot be read (then nothing is ignored by it). */
export async function readIgnoreRules(folder: string): Promise<IgnoreRules | null> {
  try {
    const file = await openRegular(join(folder, '.gitignore'))
    if (file === null) return null
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0)
      const lines = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/)
      return { folder, rules: ignore().add(lines.filter(isSimple).slice(0, maxRules)) }
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** Whether a path is ignored; as in git, a deeper file's rules win over a higher one's. */
export function isIgnoredByRules(path: string, isFolder: boolean, chain: readonly IgnoreRules[]): boolean {
  for (let index = chain.length - 1; index >= 0; index--) {
    const { folder, rules } = chain[index]!
    const inside = relative(folder, path).split(sep).join('/')
    const spent = spentMs.get(rules) ?? 0
    if (spent > budgetMs) continue
    const startedAt = performance.now()
    const verdict = rules.test(isFolder ? `${inside}/` : inside)
    spentMs.set(rules, spent + performance.now() - startedAt)
    if (verdict.ignored) return true
    if (verdict.unignored) return false
  }
  return false
}

/**
 * Rules that hold above a dropped folder: those of its repository, from the top. None outside a repository, and
 * none where the repository ignores the folder itself: a person who drops it wants what is in it.
 */
export async function rulesAbove(folder: string): Promise<IgnoreRules[]> {
  const repository = await enclosingRepository(folder)
  if (repository === null || repository === folder) return []
  const folders: string[] = []
  for (let at = dirname(folder); ; at = dirname(at)) {
    folders.unshift(at)
    if (at === repository) break
  }
  const chain: IgnoreRules[] = []
  for (const above of folders) {
    const rules = await readIgnoreRules(above)
    if (rules !== null) chain.push(rules)
  }
  for (let at = folder; at !== repository; at = dirname(at)) if (isIgnoredByRules(at, true, chain)) return []
  return chain
}

async function enclosingRepository(folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    try {
      await stat(join(at, '.git'))
      return at
    } catch (error) {
      if (!isAbsent(error)) throw error
    }
    if (dirname(at) === at) return null
  }
}

/** Absent, or not ours to look at: either way there are no rules to follow. */
function isAbsent(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return (
    code === 'ENOENT' ||
    code === 'ENOTDIR' ||
    code === 'EISDIR' ||
    code === 'EACCES' ||
    code === 'EPERM' ||
    code === 'ENXIO'
  )
}
