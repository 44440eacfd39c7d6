import type { CapabilityLevels } from '../../contract/resources/capabilities'
import type { MemberDirectory } from './member-directory'
import { type StaffSizes, type StaffType, staffSizes, staffSpec, staffTypes, thisMachine } from './staff'
import type { MemberSpec } from './terms'

/** Sizes of the staff; null sizes from the machine. What is left out stays as it is. */
export type StaffSettings = { readonly [Type in StaffType]?: number | null } & {
  /** Levels that a person chose; left out, they stay. */
  readonly levels?: CapabilityLevels
}

/** What a change of the staff comes to. */
interface Resized {
  /** Ids of those that are too many: they finish what they hold and leave. */
  readonly draining: readonly string[]
  readonly updated: readonly MemberSpec[]
  readonly joining: readonly MemberSpec[]
}

/** How many members of its own the pool has, and with which levels, as a person chose or as the machine allows. */
export function createStaffing(sizes: Omit<StaffSettings, 'levels'>, levels: CapabilityLevels = {}) {
  let settings: StaffSettings = { ...sizes, levels }
  const wanted = (): StaffSizes => {
    const sized = staffSizes(thisMachine())
    return {
      executor: settings.executor ?? sized.executor,
      orchestrator: settings.orchestrator ?? sized.orchestrator,
      reviewer: settings.reviewer ?? sized.reviewer,
    }
  }
  const specOf = (type: StaffType, number: number): MemberSpec => staffSpec(type, number, settings.levels)
  return {
    specs(): MemberSpec[] {
      const counts = wanted()
      return staffTypes.flatMap((type) => Array.from({ length: counts[type] }, (_, index) => specOf(type, index + 1)))
    },
    resized(changed: StaffSettings, directory: MemberDirectory): Resized {
      settings = { ...settings, ...changed }
      const counts = wanted()
      const resized = staffTypes.map((type): Resized => {
        const present = [...directory.all()].filter(
          (member) => member.type === type && member.resourceId === null && member.state !== 'released',
        )
        const joining: MemberSpec[] = []
        for (let number = 1; joining.length < counts[type] - present.length; number += 1) {
          const spec = specOf(type, number)
          // One that is leaving still has its name.
          if (directory.get(spec.id) === undefined) joining.push(spec)
        }
        return {
          draining: present.slice(counts[type]).map(({ id }) => id),
          updated: present.slice(0, counts[type]).flatMap(({ id, capabilities }) => {
            const spec = specOf(type, Number(id.slice(type.length + 1)))
            return JSON.stringify(capabilities) === JSON.stringify(spec.capabilities) ? [] : [spec]
          }),
          joining,
        }
      })
      return {
        draining: resized.flatMap(({ draining }) => draining),
        updated: resized.flatMap(({ updated }) => updated),
        joining: resized.flatMap(({ joining }) => joining),
      }
    },
  }
}
