import { z } from 'zod'

/** What a source is of: its work's date where one is known, else when its file was last changed, or added. */
export const sourceDate = z.object({
  sourceId: z.string(),
  title: z.string(),
  kind: z.enum(['issued', 'fileChanged', 'added']),
  /** `2024`, `2024-05` or `2024-05-03`. */
  date: z.string(),
  /** Who wrote it: `Lund`, `Lund & Berg`, `Lund et al.`; left out where that is not known. */
  by: z.string().optional(),
  /** As the document names it; left out where it names none. */
  version: z.string().optional(),
})
export type SourceDate = z.infer<typeof sourceDate>
