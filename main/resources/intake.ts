import { basename, isAbsolute, sep } from 'node:path'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { ResourceOffer, ResourceSummary, TakenResource } from '../../contract/resources/resource'
import type { Secrets } from '../secrets'
import type { Database } from '../store'
import { discoverWith, offerOf, wholesOf } from './discover'
import type { Discoverer, Discovery } from './discoverers/discoverer'
import { folderBaseDraft, folderBaseId } from './discoverers/knowledge-base'
import type { LookAgain } from './monitor/look-again'
import { stampOf } from './monitor/stamp'
import { createOffers, keepSecrets } from './offers'
import { createPathDiscovery } from './path-discovery'
import type { ProjectIds } from './project-ids'
import type { Registry } from './registry'
import { readSummaries } from './repository/read-registry'
import type { PathInspection, Resources, Scanner } from './resources'
import { libraryFolders } from './scan/library-folders'

/** How things come into the registry: by drop, paste, scan, or as they are. */
export type Intake = Pick<Resources, 'inspect' | 'add' | 'inspectText' | 'addText' | 'register' | 'scan' | 'take'>

export function createIntake(options: {
  readonly database: Database
  readonly projectId: string
  readonly ids: ProjectIds
  readonly discoverers: readonly Discoverer[]
  readonly secrets: Secrets
  readonly scanner: Scanner | undefined
  readonly registry: Registry
  readonly look: LookAgain
  /** Aborts when the registry closes. */
  readonly closing: AbortSignal
}): Intake {
  const { database, projectId, ids, discoverers, secrets, scanner, registry, look, closing } = options
  const offers = createOffers()
  const dropped = createPathDiscovery(discoverers, secrets)

  async function takeIn(discovery: Discovery): Promise<TakenResource[]> {
    await keepSecrets(secrets, discovery)
    // A folder of tools is many places: each has a stamp of its own.
    const paths = new Set(discovery.drafts.map(({ origin }) => origin.path))
    const stamps = new Map<string, string | null>()
    for (const path of paths) if (path !== null && isAbsolute(path)) stamps.set(path, await stampOf(path))
    return registry.write(discovery.drafts, stamps)
  }

  async function offersOf(
    discoveries: readonly Pick<Discovery, 'drafts' | 'exclusive'>[],
    sizeBytes: number | null,
  ): Promise<ResourceOffer[]> {
    const wholes = discoveries.flatMap((discovery) => wholesOf(discovery).map((draft) => ({ draft, discovery })))
    const known = await readSummaries(
      database,
      projectId,
      wholes.map(({ draft }) => draft.resourceId),
    )
    return wholes.map(({ draft, discovery }) => offerOf(draft, discovery, sizeBytes, new Set(known.keys())))
  }

  /** The folder of the library that a folder is, or lies in: a knowledge base is a whole one. */
  async function baseFolderOf(path: string): Promise<string> {
    const folders = await libraryFolders(database, projectId)
    return folders.find((folder) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) ?? path
  }

  async function inspectPath(path: string, signal: AbortSignal): Promise<PathInspection | null> {
    const { target, discovery, inside, isCut, broken: found } = await dropped.discover(path, signal)
    const broken = found.map((one) => ({ name: basename(one.path), reason: toErrorShape(one.error) }))
    if (discovery !== null) {
      const sizeBytes = target.isDirectory ? null : target.sizeBytes
      return {
        offers: await offersOf([discovery], sizeBytes),
        exclusive: discovery.exclusive,
        error: null,
        isCut,
        broken,
      }
    }
    if (!target.isDirectory) return null
    const base = { drafts: [ids.draft(folderBaseDraft(await baseFolderOf(target.path)))], exclusive: false }
    // The library reads the whole folder, what is described in it as well.
    const beside = inside.map(({ drafts }) => ({ drafts, exclusive: false }))
    return { offers: await offersOf([base, ...beside], null), exclusive: false, error: null, isCut, broken }
  }

  async function pathOrFailure(path: string, signal: AbortSignal): Promise<PathInspection | null> {
    try {
      return await inspectPath(path, signal)
    } catch (error) {
      signal.throwIfAborted()
      // What is not there, or closed to us, the library says in its own words.
      if (!(error instanceof QuarryError)) return null
      return {
        offers: [],
        exclusive: error.context?.exclusive === true,
        error: toErrorShape(error),
        isCut: false,
        broken: [],
      }
    }
  }

  async function discoverText(text: string): Promise<Discovery> {
    const discovery = await discoverWith(discoverers, { kind: 'text', text }, { signal: closing, secrets })
    if (discovery !== null) return discovery
    throw new QuarryError('resource.unsupported', 'Quarry cannot connect to anything in this text.', {
      remedy: 'pasteKnown',
    })
  }

  return {
    async inspect(paths, signal = closing) {
      const found = new Map<string, PathInspection>()
      await dropped.each(
        paths,
        async (path) => {
          const inspection = await pathOrFailure(path, signal)
          if (inspection !== null) found.set(path, inspection)
        },
        signal,
      )
      return found
    },
    async add(paths, signal = closing) {
      const taken = new Map<string, TakenResource>()
      const bases: string[] = []
      for (const path of new Set(paths)) {
        const { target, discovery, inside } = await dropped.discover(path, signal)
        for (const found of discovery === null ? inside : [discovery]) {
          for (const one of await takeIn(found)) taken.set(one.resourceId, one)
        }
        if (discovery !== null) continue
        if (target.isDirectory) bases.push(ids.idOf(folderBaseId(await baseFolderOf(target.path))))
      }
      if (bases.length > 0) {
        await look.atLibrary()
        for (const one of (await readSummaries(database, projectId, bases)).values()) {
          taken.set(one.resourceId, takenOf(one))
        }
      }
      return [...taken.values()]
    },
    async inspectText(text) {
      const discovery = await discoverText(text)
      offers.remember(discovery)
      return offersOf([discovery], null)
    },
    addText: async (text) => takeIn(await discoverText(text)),
    register: (drafts) => takeIn({ drafts: drafts.map(ids.draft), exclusive: false, secrets: {} }),
    async scan() {
      if (scanner === undefined) return { offers: [], looked: [], failures: [] }
      const { found, looked, failures } = await scanner.scan({ signal: closing, secrets })
      for (const discovery of found) offers.remember(discovery)
      return { offers: await offersOf(found, null), looked: [...looked], failures: [...failures] }
    },
    async take(resourceIds) {
      // All are known before one is taken.
      const chosen = resourceIds.map((id) => offers.take(id))
      const taken: TakenResource[] = []
      for (const { drafts, secrets: found } of chosen) {
        taken.push(...(await takeIn({ drafts, secrets: found, exclusive: true })))
      }
      return taken
    },
  }
}

const takenOf = ({ resourceId, type, name, flavour, parts, status }: ResourceSummary): TakenResource => ({
  resourceId,
  type,
  name,
  flavour,
  parts,
  status,
})
