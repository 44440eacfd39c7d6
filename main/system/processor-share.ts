import { availableParallelism } from 'node:os'

/** Readings closer than this say little: the last value stands. */
const shortestMs = 500

/**
 * How much of all cores this process with its threads has used since the last reading, 0..1; null at the first one.
 * CPU time over wall time over cores, as `top` has it.
 */
export function createProcessorShare(): () => number | null {
  const cores = availableParallelism()
  let usage = process.cpuUsage()
  let atMs = performance.now()
  let share: number | null = null
  return () => {
    const nowMs = performance.now()
    if (nowMs - atMs < shortestMs) return share
    const { user, system } = process.cpuUsage(usage)
    share = Math.min(1, (user + system) / 1000 / (nowMs - atMs) / cores)
    usage = process.cpuUsage()
    atMs = nowMs
    return share
  }
}
