import { z } from 'zod'

/** What a well-known MCP server is for, by what its package or host is called. */
export const mcpPurpose = z.enum([
  'files',
  'webSearch',
  'webPages',
  'browser',
  'github',
  'gitlab',
  'gitHistory',
  'sql',
  'dataStore',
  'teamMessages',
  'mail',
  'calendar',
  'cloudDrive',
  'notes',
  'tasks',
  'places',
  'weather',
  'time',
  'graphMemory',
  'stepwiseThinking',
  'documentation',
  'papers',
  'monitoring',
  'designs',
  'payments',
  'infrastructure',
  'commands',
  'code',
])
export type McpPurpose = z.infer<typeof mcpPurpose>

/** What is known of a server from the list that it comes from alone. */
export const mcpListing = z.object({
  purposes: z.array(mcpPurpose),
  /** The project folder that its program keeps it for; null where it is for all. */
  project: z.string().nullable(),
  /** Whether it is switched off in the program that it comes from. */
  isDisabled: z.boolean(),
})
export type McpListing = z.infer<typeof mcpListing>
