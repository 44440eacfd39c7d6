import { keyOfPlace } from '../../../contract/report/place'
import type { CitationView, ReportView } from '../../../contract/report/report'
import type { SessionView, StepEvidence } from '../../../contract/session/session'

/** What one step kept, in its order, with the number by which the report cites it. */
export interface EvidenceGroup {
  stepId: string
  /** Place of the step in the plan, from 1. */
  n: number
  title: string
  /** How many sentences the step kept; more than `items` where the view holds only its best. */
  kept: number
  items: { piece: StepEvidence; n: number | null }[]
}

/** The version of the report that is open; null while it is on its way, or where none was written. */
export interface ShownVersion {
  version: number
  report: ReportView | null
}

/** What the open version rests on: by step where the steps are its own, and what it cites beside them. */
export function evidenceOf(
  session: SessionView,
  { version, report }: ShownVersion,
): { groups: EvidenceGroup[]; citations: CitationView[] } {
  // A plan holds the steps of the newest version alone.
  const isNewest = version === (session.reportVersions.at(-1)?.version ?? version)
  const groups = isNewest ? evidenceByStep({ ...session, report }) : []
  const inGroups = new Set(groups.flatMap(({ items }) => items.map(({ n }) => n)))
  return { groups, citations: (report?.citations ?? []).filter(({ n }) => !inGroups.has(n)) }
}

/** A session's evidence by step, in the plan's order; steps that kept nothing are left out. */
export function evidenceByStep({ evidence, plan, report }: SessionView): EvidenceGroup[] {
  const numbers = new Map((report?.citations ?? []).map(({ place, n }) => [keyOfPlace(place), n]))
  const steps = [...(plan?.steps ?? [])].sort((a, b) => a.position - b.position)
  return steps.flatMap(({ id, title, kept }, index) => {
    const items = evidence
      .filter(({ stepId }) => stepId === id)
      .map((piece) => ({ piece, n: numbers.get(keyOfPlace(piece.place)) ?? null }))
    if (items.length === 0) return []
    return [{ stepId: id, n: index + 1, title, kept: Math.max(kept ?? 0, items.length), items }]
  })
}
