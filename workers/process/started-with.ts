import { type ProcessEgress, workProcessFlags } from '../../contract/processes/work-process'

function flagOf(flag: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(flag))?.slice(flag.length)
}

/** Resident memory that this process may take, in MB; undefined where nothing limits it. */
export const memoryLimitMb = Number(flagOf(workProcessFlags.memoryMb)) || undefined

/** Where this process may connect to: nowhere, unless who started it says otherwise. */
export const startedEgress: ProcessEgress = egressOf(flagOf(workProcessFlags.egress))

function egressOf(flag = 'offline'): ProcessEgress {
  if (flag === 'local') return flag
  return flag.startsWith('[') ? { hosts: JSON.parse(flag) as string[] } : 'offline'
}
