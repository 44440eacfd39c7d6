import type { ResourceDraft } from '../../../contract/resource'
import { asRequest } from '../matcher/as-request'

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
  resource: Pick<ResourceDraft, 'name' | 'description' | 'capabilities'>,
): Record<VectorType, string> {
  const { description, capabilities } = resource
  const name = splitName(resource.name)
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
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

const cut = (text: string): string => text.slice(0, encodedLength).toWellFormed()
