import { QuarryError } from '../../contract/errors'
import type { Secrets } from '../secrets'
import { discoverWith, targetOfPath } from './discover'
import { mayHoldTables, readInPlace } from './discoverers/databases/file-kinds'
import type { Discoverer, Discovery, DiscoveryTarget } from './discoverers/discoverer'
import { stampOf } from './monitor/stamp'
import { findDescriptions, findTables } from './scan/folder-contents'

/** Looks remembered at most: a drop sheet rarely shows more. */
const remembered = 1_000
/** How long a look stands: between the drop sheet and the click on it. */
const lifetimeMs = 10 * 60_000
/** Paths looked at side by side; discoverers have limits of their own. */
const lanes = 4

export interface DiscoveredPath {
  readonly target: DiscoveryTarget & { kind: 'path' }
  /** Null where it is nothing that a discoverer knows. */
  readonly discovery: Discovery | null
  /** Of a folder that is nothing itself: the descriptions and tables that lie in it. */
  readonly inside: readonly Discovery[]
  /** A limit was reached: a folder with tables may hold more of them. */
  readonly isCut: boolean
  /** Databases of a folder that cannot be opened: no document either, so that nobody else says why. */
  readonly broken: readonly { readonly path: string; readonly error: QuarryError }[]
}

/** Looks into dropped paths, and not twice: the sheet that shows a path, and the click that takes it, are one look. */
export interface PathDiscovery {
  /** Throws what the file system throws, and what discoverers do. */
  discover(path: string, signal: AbortSignal): Promise<DiscoveredPath>
  /** Calls `look` for each path, some at a time. */
  each(paths: Iterable<string>, look: (path: string) => Promise<void>, signal: AbortSignal): Promise<void>
}

/** Of the path, and of what else was looked into: a folder of tools is as it was though a tool in it is another. */
async function stampOfLook({ target: { path }, discovery, inside }: DiscoveredPath): Promise<string> {
  const all = discovery === null ? inside : [discovery]
  const places = new Set([path, ...all.flatMap(({ drafts }) => drafts.flatMap(({ origin }) => origin.path ?? []))])
  const stamps = await Promise.all([...places].map(stampOf))
  return stamps.join(' ')
}

export function createPathDiscovery(discoverers: readonly Discoverer[], secrets: Secrets): PathDiscovery {
  const looks = new Map<string, { readonly found: DiscoveredPath; readonly stamp: string; readonly at: number }>()
  return {
    async discover(path, signal) {
      const target = await targetOfPath(path)
      const known = looks.get(target.path)
      if (known !== undefined && performance.now() - known.at < lifetimeMs) {
        if (known.stamp === (await stampOfLook(known.found))) return known.found
      }
      looks.delete(target.path)
      const before = await stampOf(target.path)
      const discovery = await discoverWith(discoverers, target, { signal, secrets })
      // What is broken in it stays what it is for the library: a document.
      const isPlainFolder = discovery === null && target.isDirectory
      const inside: Discovery[] = []
      let isCut = false
      const broken: DiscoveredPath['broken'][number][] = []
      if (isPlainFolder) {
        const descriptions = await findDescriptions(target.path, discoverers, { signal, secrets })
        const tables = await findTables(target.path, discoverers, { signal, secrets })
        inside.push(...descriptions.found, ...tables.found)
        isCut = tables.isCut && tables.found.length > 0
        for (const { path: inFolder, error } of tables.failures) {
          if (error instanceof QuarryError && mayHoldTables(inFolder, readInPlace))
            broken.push({ path: inFolder, error })
        }
      }
      const found = { target, discovery, inside, isCut, broken }
      const stamp = await stampOfLook(found)
      // What changed under the look is looked at again.
      if ((await stampOf(target.path)) === before) looks.set(target.path, { found, stamp, at: performance.now() })
      const oldest = looks.keys().next()
      if (looks.size > remembered && !oldest.done) looks.delete(oldest.value)
      return found
    },
    async each(paths, look, signal) {
      const waiting = [...new Set(paths)].values()
      const lane = async (): Promise<void> => {
        for (const path of waiting) {
          signal.throwIfAborted()
          await look(path)
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
    },
  }
}
