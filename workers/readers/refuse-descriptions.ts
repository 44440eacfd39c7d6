import { QuarryError } from '../../contract/errors'
import type { MediaType } from '../../contract/library/source'

/** Longer ones become no resource either, and are read. */
const maxLength = 16 * 1024 * 1024
const jsonVersion = /"(?:openapi|swagger)"\s{0,20}:\s{0,20}["']?[23]/g
const yamlVersion = /(?:^|\n)["']?(?:openapi|swagger)["']?[ \t]{0,20}:[ \t]{0,20}["']?[23]/
const yamlPart = /\n["']?(?:paths|components|webhooks|definitions)["']?[ \t]{0,20}:/
const jsonPart = /"(?:paths|components|webhooks|definitions)"\s{0,20}:/

/** Whether a key stands in the outermost object of a JSON text. */
function isOutermost(text: string, at: number): boolean {
  let depth = 0
  let isString = false
  for (let index = 0; index < at; index++) {
    const char = text[index]
    if (isString) {
      if (char === '\\') index++
      else if (char === '"') isString = false
    } else if (char === '"') isString = true
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
  }
  return depth === 1
}

function describesApi(text: string): boolean {
  if (text.length > maxLength) return false
  if (!text.trimStart().startsWith('{')) return yamlVersion.test(text) && yamlPart.test(text)
  if (!jsonPart.test(text)) return false
  const [first] = text.matchAll(jsonVersion)
  return first !== undefined && isOutermost(text, first.index)
}

/** Throws `read.isResource` where the text describes an API: that becomes a resource, alone or in a folder, and no document. */
export function refuseDescriptions(text: string, mediaType: MediaType): void {
  if (mediaType === 'markdown' || mediaType === 'html' || mediaType === 'table' || !describesApi(text)) return
  throw new QuarryError('read.isResource', 'It describes an API, so it is no document.', {
    remedy: 'serversBecomeResources',
  })
}
