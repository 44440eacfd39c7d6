import type { ResourceDraft } from '../../../contract/resources/resource'

const letter = /\p{L}/gu
const latinLetter = /\p{Script=Latin}/gu

/**
 * Sentences that ask and descriptions that tell lie apart in an encoder's space, whatever they are about. A description put
 * as a request lies with the requests for it: the right one of 199 tools came first for 52% of sentences instead of 50%,
 * and for 61.1% instead of 59.7% beside keywords. A frame in English around a text in another script would only turn its
 * vector away from its own language, so that it stays as it is.
 */
function framed(text: string, frame: (text: string) => string): string {
  const bare = text.trim()
  const latin = bare.match(latinLetter)?.length ?? 0
  return latin === 0 || latin < (bare.match(letter)?.length ?? 0) * 0.8 ? bare : frame(bare)
}

const withoutStop = (text: string): string => text.replace(/(?<![.!\s])[.!\s]+$/, '')
/** Lower case at the beginning, but for abbreviations: `Converts …` and not `aPI`. */
const running = (text: string): string => text.replace(/^\p{Lu}(?=\p{Ll}|\s)/u, (first) => first.toLowerCase())

/** How a name, a description and a list of capabilities are put to an encoder. */
const asRequest = {
  name: (name: string): string => framed(name, (text) => `Can you help me with ${text}?`),
  description: (description: string): string => framed(description, (text) => `Can you help me with this? ${text}`),
  capabilities: (capabilities: readonly string[]): string =>
    framed(capabilities.join(', '), (text) => `Can you help me with this? ${text}`),
  composite: (name: string, description: string, capabilities: readonly string[]): string => {
    const parts = [running(withoutStop(description)), withoutStop(capabilities.join(', '))].filter(
      (part) => part !== '',
    )
    const told = parts.join('. ')
    if (told === '') return framed(name, (text) => `I need help with ${text}. Can you please help?`)
    return framed(name === '' ? told : `${name}: ${told}`, (text) => `I need help with ${text}. Can you please help?`)
  },
}

/** The four things of a resource that have a vector each. */
export const vectorTypes = ['name', 'description', 'capabilities', 'composite'] as const
export type VectorType = (typeof vectorTypes)[number]

/** The encoder reads 128 tokens at most; what is beyond some 900 characters it never sees. */
const encodedLength = 1000

/**
 * The four texts that stand for a resource. Names such as `ResearchHelper` or `get_user_v2` say nothing to an encoder of
 * words until they are split. They are put as requests, as what they are compared with is one.
 */
export function textsOf(
  resource: Pick<ResourceDraft, 'type' | 'name' | 'description' | 'capabilities'>,
): Record<VectorType, string> {
  const { type, description, capabilities } = resource
  // What answers questions has the name of its database, and another meaning.
  const name = splitName(type === 'text2sql' ? `questions about ${resource.name}` : resource.name)
  return {
    name: cut(asRequest.name(name)),
    description: cut(asRequest.description(description)),
    capabilities: cut(asRequest.capabilities(capabilities)),
    composite: cut(asRequest.composite(name, description, capabilities)),
  }
}

/** `ResearchHelper` → `research helper`, `HTTPServer2` → `http server 2`, `get_user-v2` → `get user v 2`. */
export function splitName(name: string): string {
  return name
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

const cut = (text: string): string => text.slice(0, encodedLength).toWellFormed()
