import { jsonPointer } from '../../../contract/place'

/** What a JSON pointer (RFC 6901) names in a document; undefined where it names nothing or is none. */
export function atPointer(document: unknown, pointer: string): unknown {
  if (!jsonPointer.safeParse(pointer).success) return undefined
  let at = document
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(at)) at = /^(?:0|[1-9]\d*)$/.test(name) ? at[Number(name)] : undefined
    else if (at !== null && typeof at === 'object' && Object.hasOwn(at, name))
      at = (at as Record<string, unknown>)[name]
    else return undefined
  }
  return at
}
