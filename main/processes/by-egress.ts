import type { ProcessEgress } from '../../contract/processes/work-process'
import type { WorkProcesses } from './work-processes'

/** Processes by where they may connect to: that is settled when one starts, and never widened. */
export function createByEgress<Work, Told, Answer>(
  create: (egress: ProcessEgress) => WorkProcesses<Work, Told, Answer>,
): { of(egress: ProcessEgress): WorkProcesses<Work, Told, Answer>; close(): Promise<void> } {
  const created = new Map<string, WorkProcesses<Work, Told, Answer>>()
  return {
    of(egress) {
      const key = JSON.stringify(egress)
      const known = created.get(key) ?? create(egress)
      created.set(key, known)
      return known
    },
    async close() {
      await Promise.all([...created.values()].map((processes) => processes.close()))
    },
  }
}
