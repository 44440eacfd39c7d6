import { z } from 'zod'
import { kindOfFact } from '../fact'
import type { Checkpoint } from './checkpoint'

/** Where a session branched off, as short as the title of one has room for; `step` of a step alone. */
export const branchMark = z.object({
  version: z.number().int(),
  step: z.number().int().nullable(),
  isReport: z.boolean(),
})
export type BranchMark = z.infer<typeof branchMark>

/** Which moment of a session is meant. Numbers begin at 1. */
export const checkpointFact = z.discriminatedUnion('kind', [
  kindOfFact('planCheckpoint', { version: z.number().int() }),
  kindOfFact('stepCheckpoint', { version: z.number().int(), step: z.number().int(), title: z.string() }),
  kindOfFact('reportCheckpoint', { version: z.number().int() }),
  kindOfFact('branchMark', branchMark.shape),
  /** A session that has the title of the one that it branched off. */
  kindOfFact('branchTitle', { title: z.string(), ...branchMark.shape, at: z.iso.datetime() }),
])
export type CheckpointFact = z.infer<typeof checkpointFact>

export const markOfCheckpoint = ({
  id,
  kind,
  planVersion,
  reportVersion,
}: Pick<Checkpoint, 'id' | 'kind' | 'planVersion' | 'reportVersion'>): BranchMark => ({
  version: kind === 'report' ? reportVersion : (planVersion ?? 0),
  step: kind === 'step' ? Number(id.split('-').at(-1)) : null,
  isReport: kind === 'report',
})

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
