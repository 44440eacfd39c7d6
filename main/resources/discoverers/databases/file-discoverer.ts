import { basename, extname } from 'node:path'
import type { DatabaseFile } from '../../../../contract/databases/database-tasks'
import { QuarryError, toErrorShape } from '../../../../contract/errors'
import type { ResourceStatus } from '../../../../contract/resources/resource'
import { resourceIdOf } from '../../resource-id'
import type { Discoverer, DiscoveryTarget } from '../discoverer'
import { asExclusive } from '../documents/refusal'
import type { Databases } from './databases'
import { draftsOf, unseenDraftOf } from './drafts'

export type FileTarget = Extract<DiscoveryTarget, { kind: 'path' }>

/** One kind of file that holds tables. */
export interface FileKind {
  readonly engine: DatabaseFile['engine']
  /** Its file is not read as a document beside it. */
  readonly exclusive: boolean
  /** Whether a password may open it. */
  readonly takesPassword: boolean
  recognises(target: FileTarget): boolean
}

/** What passes: it is known from now on, and looked at again later. */
const passing: Partial<Record<QuarryError['code'], ResourceStatus>> = {
  'resource.locked': 'unavailable',
  'resource.needsSecret': 'needsSecret',
}

export function createFileDiscoverer(kind: FileKind, databases: Databases): Discoverer {
  return {
    name: kind.engine,
    recognises: (target) => target.kind === 'path' && !target.isDirectory && kind.recognises(target),
    async discover(target, { signal, secrets }) {
      if (target.kind !== 'path') return null
      const { path } = target
      if (target.sizeBytes === 0) throw new QuarryError('resource.invalid', 'The file is empty.')
      const seen = {
        engine: kind.engine,
        location: path,
        name: basename(path, extname(path)) || basename(path),
        origin: { kind: 'file' as const, path },
      }
      const password = kind.takesPassword ? await secrets.get(`${resourceIdOf('database', path)}/password`) : null
      const place = { kind: 'file' as const, engine: kind.engine, path, password }
      try {
        const drafts = draftsOf(seen, await databases.inspect(place, signal))
        return { drafts, exclusive: kind.exclusive, secrets: {} }
      } catch (error) {
        const status = error instanceof QuarryError ? passing[error.code] : undefined
        // Its bytes are no document either, where they are no text.
        if (status === undefined) throw looksLikeText(target) ? error : asExclusive(error)
        return { drafts: [unseenDraftOf(seen, status, toErrorShape(error))], exclusive: kind.exclusive, secrets: {} }
      }
    },
  }
}

export function hasExtension({ path }: FileTarget, extensions: readonly string[]): boolean {
  return extensions.includes(extname(path).toLowerCase())
}

export function startsWith({ head }: FileTarget, bytes: string, at = 0): boolean {
  return Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1', at, at + bytes.length) === bytes
}

/** Text in an encoding without zero bytes, or UTF-16 that says so. */
export function looksLikeText({ head }: FileTarget): boolean {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  return isUtf16 || !head.includes(0)
}
