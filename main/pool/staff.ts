import { availableParallelism, totalmem } from 'node:os'
import type { MemberType } from '../../contract/pool/pool'
import type { Capability, CapabilityLevels } from '../../contract/resources/capabilities'
import type { MemberSpec } from './terms'

/** The pool's own members. */
export type StaffType = 'executor' | 'orchestrator' | 'reviewer'
export type StaffSizes = Readonly<Record<StaffType, number>>

export interface Machine {
  readonly cores: number
  readonly memoryBytes: number
}

export function thisMachine(): Machine {
  return { cores: availableParallelism(), memoryBytes: totalmem() }
}

const gibibyte = 1024 ** 3
/** One orchestrator and one reviewer for so many executors: they work before and after, not beside. */
const executorsPerLead = 8

/**
 * Sizes of the staff where nobody set them. Executors: one less than the cores, which leaves one to the window and the
 * store. Never more than one for each GiB of memory (a step holds passages and a context of it), and at least two, so
 * that independent steps run side by side.
 */
export function staffSizes({ cores, memoryBytes }: Machine): StaffSizes {
  const executor = Math.max(2, Math.min(cores - 1, Math.floor(memoryBytes / gibibyte)))
  const leads = Math.ceil(executor / executorsPerLead)
  return { executor, orchestrator: leads, reviewer: leads }
}

const capabilities: Readonly<Record<StaffType, readonly Capability[]>> = {
  executor: [
    { name: 'recall', level: 8 },
    { name: 'data_analysis', level: 4 },
  ],
  orchestrator: [
    { name: 'planning', level: 8 },
    { name: 'coordination', level: 8 },
  ],
  reviewer: [
    { name: 'quality_check', level: 8 },
    { name: 'report_generation', level: 6 },
  ],
}

/** The nth of its type, counted from 1, with the levels that a person chose. */
export function staffSpec(type: StaffType, number: number, levels: CapabilityLevels = {}): MemberSpec {
  return {
    id: `${type}-${number}`,
    type,
    name: null,
    number: type === 'executor' || number > 1 ? number : null,
    capabilities: capabilities[type].map(({ name, level }) => ({ name, level: levels[name] ?? level })),
    resourceId: null,
    projectId: null,
    // Their work is Quarry's own: what they leave unfinished is rolled back.
    readOnly: true,
  }
}

export const staffTypes: readonly StaffType[] = ['executor', 'orchestrator', 'reviewer']

export const isStaffType = (type: MemberType): type is StaffType => (staffTypes as readonly MemberType[]).includes(type)
