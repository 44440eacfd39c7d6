import type { ReadOperation } from './read-api'

type Named = Pick<ReadOperation, 'method' | 'path' | 'id' | 'tags' | 'summary'>

const verbOfMethod: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
}

/** What an operation does to its subject, in one word. */
export function verbOf({ method, path, id, summary }: Named): string {
  const words = `${wordsOf(id)} ${summary} ${wordsOf(path)}`.toLowerCase()
  if (/\b(search|find|query|lookup|look up)\b/.test(words) && method !== 'DELETE') return 'search'
  if (
    method === 'POST' &&
    /\b(upload|send|translate|convert|validate|analy[sz]e|generate|export|import)\b/.test(words)
  ) {
    return /\b(upload|send|translate|convert|validate|analy[sz]e|generate|export|import)\b/.exec(words)?.[1] ?? 'create'
  }
  if (method === 'GET' || method === 'HEAD') return /[}:]\w*\/?$|\/:[\w-]+\/?$/.test(path) ? 'get' : 'list'
  return verbOfMethod[method] ?? 'call'
}

const noSubject = /^(api|apis|rest|v\d+(\.\d+)*|public|json|xml|index|search|find|query|\{.*\}|:.*|\.|)$/i

/** What an operation is about: the nouns of its path, the most particular first. */
export function subjectsOf({ path, tags }: Named): string[] {
  const parts = path
    .split(/[?#]/)[0]!
    .split('/')
    .filter((part) => !noSubject.test(part))
    .map((part) => wordsOf(part.replace(/\{[^{}]*\}/g, ' ')).toLowerCase())
    .filter((part) => part !== '' && part.length <= 60)
  const subjects = parts.length === 0 ? tags.map((tag) => wordsOf(tag).toLowerCase()) : parts.toReversed()
  return [...new Set(subjects)].slice(0, 4)
}

/** `list` and `user accounts` → `list_user_accounts`: the form of the pool's vocabulary where the words allow it. */
export function capabilityOf(verb: string, subject: string): string {
  if (subject === '') return ''
  const name = `${verb} ${subject}`
  return /^[\w ]+$/.test(name) ? name.replaceAll(' ', '_').slice(0, 64) : name
}

/** A name that a program gave, as words: `getPetById`, `get_pet-by.id` → `get Pet By Id`, `get pet by id`. */
export function wordsOf(name: string): string {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[_\-./\s]+/g, ' ')
    .trim()
}
