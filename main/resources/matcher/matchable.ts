import type { ResourceSummary } from '../../../contract/resources/resource'

/** What of a resource is matched. */
export type MatchableResource = Pick<
  ResourceSummary,
  | 'resourceId'
  | 'type'
  | 'name'
  | 'description'
  | 'capabilities'
  | 'usageInfo'
  | 'status'
  | 'usageCount'
  | 'successRate'
  | 'avgResponseTimeMs'
  | 'isActive'
>

/** The four texts of a resource that are embedded. */
export const vectorKinds = ['name', 'description', 'capabilities', 'composite'] as const
export type VectorKind = (typeof vectorKinds)[number]

/** L2-normalised vectors of one model; a kind is left out where its text is empty or outside the encoder's scripts. */
export type ResourceVectors = Readonly<Partial<Record<VectorKind, Float32Array | null>>>

/** Whether a resource may be offered at all: what vanished or was switched off answers nothing. */
export function isOffered(resource: MatchableResource): boolean {
  return resource.isActive && resource.status !== 'missing' && resource.status !== 'disabled'
}
