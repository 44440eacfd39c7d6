import { readdir, readFile } from 'node:fs/promises'

const pageKb = 4

/**
 * Resident memory of a process with everything that it started, in MB: what left its group, too, as long as what started it
 * lives. Null where the system does not say (only Linux does).
 */
export async function groupMemoryMb(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return null
  const parents = new Map<number, number>()
  const pages = new Map<number, number>()
  const numbers = (await readdir('/proc')).filter((name) => /^\d{1,10}$/.test(name))
  await Promise.all(
    numbers.map(async (name) => {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null)
      if (stat === null) return
      // The name before it may hold any character.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      parents.set(Number(name), Number(fields[1]))
      pages.set(Number(name), Number(fields[21]))
    }),
  )
  const isOfGroup = (one: number): boolean => {
    let at: number | undefined = one
    for (let depth = 0; at !== undefined && at > 1 && depth < 64; depth++) {
      if (at === pid) return true
      at = parents.get(at)
    }
    return false
  }
  let sum = 0
  for (const [one, count] of pages) if (isOfGroup(one)) sum += count
  return (sum * pageKb) / 1024
}
