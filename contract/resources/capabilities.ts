import { z } from 'zod'

/**
 * The one vocabulary of what a member of the pool can do. A resource may bring a capability of its own: any name of
 * the same form counts, and two that mean the same must bear the same name.
 */
export const capabilityNames = [
  'file_ops',
  'code_generation',
  'report_generation',
  'data_analysis',
  'planning',
  'coordination',
  'code_review',
  'quality_check',
  'sql_query',
  'recall',
  'api_call',
  'tool_call',
] as const
export type KnownCapability = (typeof capabilityNames)[number]

export const capabilityName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/)

/** How well: 1 (barely) to 10 (nobody better). */
export const capabilityLevel = z.number().int().min(1).max(10)

/** Levels that a person chose, by capability. */
export const capabilityLevels = z.record(capabilityName, capabilityLevel)
export type CapabilityLevels = z.infer<typeof capabilityLevels>

export const capability = z.object({ name: capabilityName, level: capabilityLevel })
export type Capability = z.infer<typeof capability>
