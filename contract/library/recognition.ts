import { z } from 'zod'

/** Languages whose text is recognised in pictures of pages, as settings name them. */
export const recognitionLanguage = z.enum(['en', 'zh-CN'])
export type RecognitionLanguage = z.infer<typeof recognitionLanguage>

/** Languages to recognise; none: pictures are not read. */
export const recognitionLanguages = z
  .array(recognitionLanguage)
  .max(recognitionLanguage.options.length)
  .refine((languages) => new Set(languages).size === languages.length, 'Each language at most once.')

/** How sure the engine was of a text, as the mean of its characters: a whole percentage. */
export const confidence = z.number().int().min(0).max(100)

/** What of a source was recognised in pictures instead of read: pages and how sure it is of their text. */
export const recognition = z.object({ pages: z.number().int().positive(), confidence })
export type Recognition = z.infer<typeof recognition>
