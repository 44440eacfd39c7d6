import { z } from 'zod'

/** What an MCP server wants a language model to be asked while one of its tools runs. Its words are data. */
export const samplingRequest = z.object({
  /** What the server has the model told first; empty where nothing. */
  system: z.string(),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
  /** Tokens of the answer at most. */
  maxTokens: z.number().int(),
})
export type SamplingRequest = z.infer<typeof samplingRequest>

/**
 * Why a server gets no completion although no person declined it. `notText`, `withTools`, `withContext`: it asks for more than
 * text, for tools, or for what other servers said; `failed`: the model could not be asked at all.
 */
export const samplingProblem = z.enum([
  'notText',
  'withTools',
  'withContext',
  'tooLarge',
  'noModel',
  'overBudget',
  'failed',
])
export type SamplingProblem = z.infer<typeof samplingProblem>

/** The language model that would answer. */
export const samplingModel = z.object({
  name: z.string(),
  /** The name of its server; `GGUF` of one in a file. */
  server: z.string(),
  /** Host of a server that is not on this computer; null of one that is, and of a file. */
  elsewhere: z.string().nullable(),
})
export type SamplingModel = z.infer<typeof samplingModel>

/** The whole prompt as one text, each message with who says it. */
export const textOfSampling = ({ system, messages }: Pick<SamplingRequest, 'system' | 'messages'>): string =>
  [...(system === '' ? [] : [`system: ${system}`]), ...messages.map(({ role, text }) => `${role}: ${text}`)].join(
    '\n\n',
  )

/** Characters of a prompt that the record keeps of one that nobody is asked about. */
const keptCharacters = 2000
/** The beginning of a prompt, as far as the record keeps it. */
export const keptPrompt = (request: Pick<SamplingRequest, 'system' | 'messages'>): string =>
  textOfSampling(request).slice(0, keptCharacters)
