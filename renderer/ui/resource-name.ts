import { useCallback } from 'react'
import { useSpeech } from './use-speech'

/** Names a resource: as its file, its owner or its program does; what Quarry named, in the language of the window. */
export function useResourceName(): (resource: { readonly resourceId: string; readonly name: string }) => string {
  const speech = useSpeech()
  return useCallback(
    ({ resourceId, name }) => speech.fact({ kind: 'resource', values: { resourceId, name } }),
    [speech],
  )
}
