import type { ChannelOutput } from '../../contract/channels/channels'
import { fromErrorShape } from '../../contract/errors'
import type { DropItem } from '../../contract/library/source'
import type { SearchModel } from '../../contract/recall/search-models'
import type { SearchModels } from '../inference'
import { emptyItem, type Library } from '../knowledge'
import type { PathInspection, Resources } from '../resources'

interface Intake {
  readonly library: Pick<Library, 'inspect' | 'add'>
  readonly resources: Pick<Resources, 'inspect' | 'add'>
  readonly searchModels: Pick<SearchModels, 'kindOf' | 'take'>
}

/** What each path becomes: a document, a folder, a resource beside or instead of one. Nothing is written. */
export async function inspectDrop(
  { library, resources, searchModels }: Intake,
  paths: readonly string[],
): Promise<DropItem[]> {
  const models = new Set(await modelsAmong(searchModels, paths))
  const others = paths.filter((path) => !models.has(path))
  const [items, found] = await Promise.all([
    others.length === 0 ? [] : library.inspect(others),
    others.length === 0 ? new Map<string, PathInspection>() : resources.inspect(others),
  ])
  const told = [...models].map(asModel)
  return [...told, ...items].map((item) => {
    const inspection = item.path === null ? undefined : found.get(item.path)
    if (inspection === undefined) return item
    const { offers, exclusive, error, isCut, broken } = inspection
    // Of a file that nobody can read, or that is nothing but a broken resource, the one who knows its kind says why.
    if (offers.length === 0) {
      if (error === null || !(exclusive || item.becomes === 'unreadable')) return item
      return { ...item, becomes: 'unreadable', mediaType: null, files: 0, alreadyIndexed: 0, reason: error }
    }
    const isResourceOnly = exclusive || item.becomes === 'unreadable'
    if (!isResourceOnly) return { ...item, resources: [...offers], mayHoldMoreTables: isCut, broken }
    return {
      ...item,
      becomes: 'resource',
      mediaType: null,
      files: 1,
      ignored: 0,
      sizeBytes: offers[0]?.sizeBytes ?? item.sizeBytes,
      byMediaType: {},
      truncated: false,
      alreadyIndexed: 0,
      reason: null,
      resources: [...offers],
    }
  })
}

/**
 * Takes paths in, each as what `inspectDrop` said: documents to the library, resources to the registry. Throws what the
 * library throws of a path that is not there, then nothing is taken; and why, where all are broken resources.
 */
export async function takeDrop(
  { library, resources, searchModels }: Intake,
  given: readonly string[],
): Promise<ChannelOutput<'library.add'>> {
  const models: SearchModel[] = []
  const asModels = await modelsAmong(searchModels, given)
  for (const path of asModels) models.push(await searchModels.take(path))
  const paths = given.filter((path) => !asModels.includes(path))
  if (paths.length === 0) return { added: 0, unchanged: 0, ignored: 0, resources: [], models }
  const found = await resources.inspect(paths)
  const broken = paths.flatMap((path) => {
    const { offers, exclusive, error } = found.get(path) ?? { offers: [], exclusive: false, error: null }
    return exclusive && offers.length === 0 && error !== null ? [error] : []
  })
  if (broken[0] !== undefined && broken.length === paths.length) throw fromErrorShape(broken[0])
  const asked = paths.filter((path) => found.get(path)?.exclusive !== true)
  const beside = asked.filter((path) => (found.get(path)?.offers.length ?? 0) > 0)
  // A database that is no document is not told to the library, which would say that it cannot be read.
  const unreadable = new Set(
    (beside.length === 0 ? [] : await library.inspect(beside))
      .filter(({ becomes }) => becomes === 'unreadable')
      .map(({ path }) => path),
  )
  const documents = asked.filter((path) => !unreadable.has(path))
  const counts = documents.length === 0 ? { added: 0, unchanged: 0, ignored: 0 } : await library.add(documents)
  const useful = paths.filter((path) => (found.get(path)?.offers.length ?? 0) > 0)
  const { added, unchanged } = counts
  const ignored = counts.ignored + broken.length
  return { added, unchanged, ignored, models, resources: useful.length === 0 ? [] : await resources.add(useful) }
}

/** The folders among paths that hold a model for search. */
async function modelsAmong(searchModels: Intake['searchModels'], paths: readonly string[]): Promise<string[]> {
  const kinds = await Promise.all(paths.map((path) => searchModels.kindOf(path)))
  return paths.filter((_, at) => kinds[at] !== null)
}

const asModel = (path: string): DropItem => ({ ...emptyItem(path), becomes: 'searchModel', files: 1 })
