import { z } from 'zod'

export const projectId = z.string().min(1).max(64)
export const projectName = z.string().trim().min(1).max(100)

/** A project: a library with its sessions, resources and settings, apart from all others. */
export const projectSummary = z.object({
  id: projectId,
  name: z.string(),
  archived: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  sources: z.number().int(),
  sessions: z.number().int(),
})
export type ProjectSummary = z.infer<typeof projectSummary>

/** What the removal of a project takes with it. Files on disk stay. */
export const projectRemoval = z.object({
  sources: z.number().int(),
  notes: z.number().int(),
  sessions: z.number().int(),
  reports: z.number().int(),
  resources: z.number().int(),
  /** Sessions that work right now: they are stopped. */
  running: z.number().int(),
})
export type ProjectRemoval = z.infer<typeof projectRemoval>

/** What became of sources that were to be moved. */
export const movedSources = z.object({
  moved: z.number().int(),
  /** The other project has a source at the same place: these stayed. */
  alreadyThere: z.number().int(),
})
export type MovedSources = z.infer<typeof movedSources>
