import { phrasingDirections, phrasings, withoutPhrasing } from './phrasing'
import type { QueryEncoder, QueryVectors } from './query-vectors'
import { meanOf, normalised } from './vectors'

/** A need told at more length than this is clear by then. */
const mostSentences = 8
const betweenSentences = /(?<=[.!?;])\s+|(?<=[。！？；])\s*/u

/** Vectors of one request; null where the encoder does not cover the script. */
export interface NeedVectors {
  /** As it was said: compared with what others said. */
  readonly whole: Float32Array | null
  /**
   * Compared with what resources say of themselves: without the phrasing, and half of it the mean of its sentences, each
   * by itself, as the one that tells the need can drown in the others.
   */
  readonly need: Float32Array | null
}

/**
 * Vectors of requests by their need. The first request also has the encoder read `phrasings`, unless `warm` did.
 * @throws what `QueryVectors` throws
 */
export function createNeedVectors(encoder: QueryEncoder, vectors: QueryVectors) {
  let learned: { readonly modelId: string; readonly directions: Promise<readonly Float32Array[]> } | null = null

  async function readPhrasings(): Promise<readonly Float32Array[]> {
    const read = await vectors.of(phrasings)
    const found = read.flatMap((vector) => (vector === null ? [] : [vector]))
    // An encoder for another script has no requests in this one to compare.
    return found.length < phrasings.length ? [] : phrasingDirections(found)
  }

  /** For all requests at once, so that none of them can cancel it; a failure is told to those who wait, and tried again. */
  function directionsOf(modelId: string): Promise<readonly Float32Array[]> {
    if (learned?.modelId === modelId) return learned.directions
    const directions = readPhrasings()
    learned = { modelId, directions }
    directions.catch(() => {
      if (learned?.directions === directions) learned = null
    })
    return directions
  }

  return {
    /** @throws as `of` does */
    async warm(): Promise<void> {
      await directionsOf(encoder.model.id)
    },
    async of(requests: readonly string[], signal?: AbortSignal): Promise<NeedVectors[]> {
      const sentences = requests.map((request) => {
        const parts = request.split(betweenSentences).slice(0, mostSentences)
        return parts.length > 1 ? parts : []
      })
      const read = await vectors.of([...requests, ...sentences.flat()], signal)
      const isCovered = read.some((vector) => vector !== null)
      const directions = isCovered ? await directionsOf(encoder.model.id) : []
      let next = requests.length
      return requests.map((_, index) => {
        const whole = read[index]!
        const own = read.slice(next, next + sentences[index]!.length).flatMap((vector) => vector ?? [])
        next += sentences[index]!.length
        if (whole === null) return { whole, need: null }
        const bare = withoutPhrasing(whole, directions)
        const each = own.length === 0 ? null : normalised(meanOf(own.map((one) => withoutPhrasing(one, directions))))
        return { whole, need: each === null ? bare : normalised(meanOf([bare, each])) }
      })
    },
  }
}
