import { type FileKind, hasExtension, looksLikeText } from './file-discoverer'

/**
 * Rows in JSON: an array of objects, or an object a line. A single object is a document or a description (OpenAPI,
 * `mcpServers`), and none of ours.
 */
export const jsonFiles: FileKind = {
  engine: 'json',
  exclusive: false,
  takesPassword: false,
  recognises: (target) =>
    hasExtension(target, ['.json', '.jsonl', '.ndjson', '.geojsonl']) && looksLikeText(target) && hasRows(target.head),
}

function hasRows(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head).trimStart()
  if (/^\[\s*\{/.test(text)) return true
  const [first = '', second = ''] = text.split(/\r?\n/, 2)
  return first.startsWith('{') && first.trimEnd().endsWith('}') && second.startsWith('{') && isObject(first)
}

function isObject(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
