import type { LibraryFacets } from '../../contract/library/source'
import { quarry, useCall, useTopicValue } from '../bridge'
import { useThrottled } from './use-throttled'

/** While files stream in they are counted anew at most this often. */
const restMs = 2000

const none: LibraryFacets = { types: [], folders: [], languages: [], tags: [], collections: [] }

/** What the library can be narrowed by, as it changes. */
export function useFacets(): LibraryFacets {
  const revision = useThrottled(useTopicValue('library')?.summary.revision ?? 0, restMs)
  return useCall(`${revision}`, () => quarry.libraryFacets()).value ?? none
}
