import { isAbsolute } from 'node:path'
import type { ResourceOrigin, ResourceStatus } from '../../../contract/resources/resource'

/** What of a resource says where it is watched. */
export interface PlacedResource {
  readonly resourceId: string
  readonly parentId: string | null
  readonly origin: ResourceOrigin
  readonly status: ResourceStatus
}

/** Files and folders that resources were made from, kept in step one resource at a time. */
export interface WatchedPlaces {
  changed(resources: readonly PlacedResource[]): void
  removed(resourceIds: readonly string[]): void
  /** The paths to watch from now on; null where they are as they were when this was last asked. */
  ifChanged(): readonly string[] | null
}

export function createWatchedPlaces(): WatchedPlaces {
  const places = new Map<string, { readonly path: string; readonly status: ResourceStatus }>()
  let isChanged = true

  return {
    changed(resources) {
      for (const { resourceId, parentId, origin, status } of resources) {
        // A library's folders are watched by the library; an address is asked, not watched.
        const { path } = origin
        if (parentId !== null || origin.kind === 'library' || path === null || !isAbsolute(path)) continue
        const before = places.get(resourceId)
        // What vanished and came back is watched anew: a watch ends with its folder.
        if (before?.path === path && before.status === status) continue
        places.set(resourceId, { path, status })
        isChanged = true
      }
    },
    removed(resourceIds) {
      for (const id of resourceIds) if (places.delete(id)) isChanged = true
    },
    ifChanged() {
      if (!isChanged) return null
      isChanged = false
      return [...new Set([...places.values()].map(({ path }) => path))]
    },
  }
}
