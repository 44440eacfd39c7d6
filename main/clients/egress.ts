import type { WorkProcesses } from '../processes'

/** Where processes may connect to (contract/app.ts). */
export type Egress = 'offline' | 'local'

/** Processes by where they may connect to: that is settled when one starts, and never widened. */
export function createByEgress<Work, Told, Answer>(
  create: (egress: Egress) => WorkProcesses<Work, Told, Answer>,
): { of(egress: Egress): WorkProcesses<Work, Told, Answer>; close(): Promise<void> } {
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
