import { z } from 'zod'

/** Languages that Quarry has words in. */
export const language = z.enum(['en', 'zh-CN'])
export type Language = z.infer<typeof language>
