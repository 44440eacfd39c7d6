import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whether a process with this id runs on this computer, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * When a process started, in a form to compare for equality only: on Linux boot id and clock ticks since boot
 * (field 22 of /proc/PID/stat, proc(5)), elsewhere what `ps` prints. null where neither tells, as on Windows: there a
 * reused process id makes a stale lock look held.
 */
export function processStart(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
      const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The second field is the name in parentheses and may hold spaces; field 22 is the 20th after it.
      const ticks = status.slice(status.lastIndexOf(')') + 2).split(' ')[19]
      return ticks === undefined ? null : `${boot.trim()} ${ticks}`
    }
    if (process.platform === 'win32') return null
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return started.trim() || null
  } catch {
    // Gone in the meantime, or not for us to see: the caller treats "not known" as held, the safe side.
    return null
  }
}
