import { z } from 'zod'

const ecosystem = z.enum(['npm', 'python', 'cargo', 'go', 'maven', 'gradle', 'nuget', 'rubygems', 'composer', 'cmake'])
export type Ecosystem = z.infer<typeof ecosystem>

/** What a manifest of the library says that its code is built with. */
const techStack = z.object({
  ecosystem,
  /** Names of its manifests, as they are called. */
  manifests: z.array(z.string()),
  /** In the order of the manifests, each once, the first of them. */
  dependencies: z.array(z.string()),
  /** How many there are in all. */
  total: z.number().int(),
})
export type TechStack = z.infer<typeof techStack>

/** What a project is, found in its indexed sources whenever it is asked for; a person's words stand before found ones. */
export const projectFacts = z.object({
  name: z.string(),
  description: z.string(),
  /** A person's own; none is ever found. */
  notes: z.string(),
  /** What a person wrote. */
  edited: z.array(z.enum(['name', 'description', 'notes'])),
  /** Folders that were added. */
  folders: z.array(z.string()),
  stack: z.array(techStack),
  /** Shares of programming languages by characters, 0..1, the largest first. */
  code: z.array(z.object({ language: z.string(), share: z.number().min(0).max(1) })),
  sources: z.number().int(),
  /** Media types, and `note`; most sources first. */
  types: z.array(z.object({ type: z.string(), count: z.number().int() })),
  /** Languages of documents; most sources first. */
  languages: z.array(z.object({ language: z.string(), count: z.number().int() })),
  /** Days of the first and the last change of a file; null where there is no source. */
  span: z.object({ from: z.string(), to: z.string() }).nullable(),
})
export type ProjectFacts = z.infer<typeof projectFacts>

/** What is left out stays; null, or nothing but blanks, takes back what a person wrote. */
export const factsEdit = z.object({
  name: z.string().trim().max(120).nullable().optional(),
  description: z.string().trim().max(1000).nullable().optional(),
  notes: z.string().trim().max(2000).nullable().optional(),
})
export type FactsEdit = z.infer<typeof factsEdit>
