import type { SamplingProblem, SamplingRequest } from '../../contract/calls/sampling'
import { keptPrompt, textOfSampling } from '../../contract/calls/sampling'
import type { ServiceRequest } from '../../contract/calls/service-question'
import { storable } from '../../contract/storable'

/** A prompt longer than this is read by no person. */
const mostCharacters = 40_000
const mostMessages = 50

type Given = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Given => typeof value === 'object' && value !== null
const textOf = (value: unknown): string => (typeof value === 'string' ? storable(value) : '')
const blocksOf = ({ content }: Given): Given[] => [content].flat().filter(isObject)

/**
 * What a server wants a language model to be asked, word for word. Only text, without tools, and without what other servers
 * said: everything else comes back with what speaks against it.
 */
export function readSampling(params: unknown): Exclude<ServiceRequest, { kind: 'form' }> {
  const given = isObject(params) ? params : {}
  const said = Array.isArray(given.messages) ? given.messages.filter(isObject) : []
  const messages = said.map((message) => ({
    role: message.role === 'assistant' ? ('assistant' as const) : ('user' as const),
    text: blocksOf(message)
      .map(({ text }) => textOf(text))
      .join('\n'),
  }))
  const maxTokens = typeof given.maxTokens === 'number' ? Math.floor(given.maxTokens) : 0
  const request = { system: textOf(given.systemPrompt), messages, maxTokens }
  const problem = problemOf(given, said, request)
  if (problem === null) return { kind: 'completion', ...request }
  return { kind: 'unusable', problem, message: keptPrompt(request) }
}

function problemOf(given: Given, said: readonly Given[], request: SamplingRequest): SamplingProblem | null {
  if (Array.isArray(given.tools) ? given.tools.length > 0 : given.tools != null) return 'withTools'
  if ((given.includeContext ?? 'none') !== 'none') return 'withContext'
  const isText = said.every((message) => blocksOf(message).every(({ type }) => type === 'text'))
  const isEmpty = request.messages.every(({ text }) => text.trim() === '') || request.maxTokens < 1
  if (!isText || isEmpty) return 'notText'
  const isLarge = request.messages.length > mostMessages || textOfSampling(request).length > mostCharacters
  return isLarge ? 'tooLarge' : null
}

/** What a server is told that gets no completion. */
export const whyNot: Readonly<Record<SamplingProblem | 'decline' | 'cancel', string>> = {
  decline: 'Declined: nobody allowed this.',
  cancel: 'Declined: nobody answered.',
  notText: 'Declined: only text is sent to a language model.',
  withTools: 'Declined: a language model is given no tools.',
  withContext: 'Declined: nothing is added to the messages.',
  tooLarge: 'Declined: the messages are too long.',
  noModel: 'Declined: no language model is chosen.',
  overBudget: 'Declined: the tokens of the session are used up.',
  failed: 'Declined: the language model cannot be asked.',
}
