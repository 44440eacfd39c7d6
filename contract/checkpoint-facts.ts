import { z } from 'zod'
import type { Checkpoint } from './checkpoint'
import { kindOfFact } from './fact'

/** Which moment of a session is meant. Numbers begin at 1. */
export const checkpointFact = z.discriminatedUnion('kind', [
  kindOfFact('planCheckpoint', { version: z.number().int() }),
  kindOfFact('stepCheckpoint', { version: z.number().int(), step: z.number().int(), title: z.string() }),
  kindOfFact('reportCheckpoint', { version: z.number().int() }),
])
export type CheckpointFact = z.infer<typeof checkpointFact>

/** Which moment of its session a checkpoint is. */
export function factOfCheckpoint({
  id,
  kind,
  title,
  planVersion,
  reportVersion,
}: Pick<Checkpoint, 'id' | 'kind' | 'title' | 'planVersion' | 'reportVersion'>): CheckpointFact {
  const version = planVersion ?? 0
  switch (kind) {
    case 'plan':
      return { kind: 'planCheckpoint', values: { version } }
    case 'step':
      return { kind: 'stepCheckpoint', values: { version, step: Number(id.split('-').at(-1)), title } }
    case 'report':
      return { kind: 'reportCheckpoint', values: { version: reportVersion } }
  }
}
