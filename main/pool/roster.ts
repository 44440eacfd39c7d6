import { availableParallelism } from 'node:os'
import type { MemberSpec } from './terms'

/**
 * Executors where nobody set a number: one core stays free for the window and the store. At least two, so that
 * independent steps run side by side: a step mostly waits for threads that are not its own.
 */
export function defaultExecutors(cores: number = availableParallelism()): number {
  return Math.max(2, cores - 1)
}

/** The nth executor, counted from 1. */
export function executorSpec(number: number): MemberSpec {
  return {
    id: `executor-${number}`,
    name: `Executor ${number}`,
    type: 'executor',
    capabilities: [
      { name: 'recall', level: 8 },
      { name: 'data_analysis', level: 4 },
    ],
  }
}

/** Members that every pool has beside its executors: one that plans and one that verifies. */
export const standingMembers: readonly MemberSpec[] = [
  {
    id: 'orchestrator-1',
    name: 'Orchestrator',
    type: 'orchestrator',
    capabilities: [
      { name: 'planning', level: 8 },
      { name: 'coordination', level: 8 },
    ],
  },
  {
    id: 'reviewer-1',
    name: 'Reviewer',
    type: 'reviewer',
    capabilities: [
      { name: 'quality_check', level: 8 },
      { name: 'report_generation', level: 6 },
    ],
  },
]
