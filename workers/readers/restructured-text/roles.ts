/** Roles whose text stands as it is: backslashes and angle brackets are part of it. */
const verbatim = new Set(['math', 'code', 'literal', 'raw'])
/** Roles of Python's names, which may be shortened. */
const pythonNames = new Set('class func meth attr exc data mod obj const any type deco'.split(' '))
/** Roles of documents that are known by their number. */
const numbered = new Set(['pep', 'rfc', 'cve', 'cwe'])

/**
 * What a reader of the page sees of :role:`content`: the text of `text <target>`, the last name of `~a.b.c`.
 * @param role null for a text without one
 */
export function roleText(role: string | null, content: string): string {
  const domain = role?.includes(':') ? role.slice(0, role.indexOf(':')) : null
  const name = role?.slice(role.lastIndexOf(':') + 1).toLowerCase() ?? ''
  if (verbatim.has(name)) return content
  const isOfC = domain === 'c' || domain === 'cpp'
  const shown = titleOf(unescaped(content), isOfC)
  if (shown.isTitle) return shown.text
  const text = shown.text.startsWith('!') ? shown.text.slice(1) : shown.text
  if (name === 'file' || name === 'samp') return text.replaceAll(/[{}]/g, '')
  if (numbered.has(name)) return `${name.toUpperCase()} ${text.split('#', 1)[0]}`
  if (/^~[\p{L}_.]/u.test(text)) return text.slice(Math.max(text.lastIndexOf('.') + 1, 1))
  return pythonNames.has(name) && /^\.[\p{L}_]/u.test(text) ? text.slice(1) : text
}

/** The text before `<target>`, where there is one; a target alone is its own text. */
function titleOf(text: string, needsSpace: boolean): { readonly text: string; readonly isTitle: boolean } {
  const open = text.lastIndexOf('<')
  if (!text.endsWith('>') || open === -1) return { text, isTitle: false }
  const title = text.slice(0, open)
  if (title.trim() === '') return { text: text.slice(open + 1, -1), isTitle: false }
  return needsSpace && !title.endsWith(' ') ? { text, isTitle: false } : { text: title.trim(), isTitle: true }
}

/** A backslash stands for the character behind it, and with white space for nothing. */
export const unescaped = (text: string): string => text.replace(/\\(?:\s|(.)|$)/gsu, '$1')
