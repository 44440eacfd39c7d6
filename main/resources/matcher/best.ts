/**
 * Ids of the highest scores, best first, ties by id: a short list is kept in order while the scores go by, which for a
 * hundred of ten thousand is a tenth of the time that sorting takes.
 */
export function best(
  scores: Float64Array | Float32Array,
  limit: number,
  idAt: (place: number) => string | null,
  { above, offered }: { readonly above: number; readonly offered: (id: string) => boolean },
): string[] {
  const kept: { readonly id: string; readonly score: number }[] = []
  let threshold = above
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores[place]!
    if (score <= above || score < threshold) continue
    const id = idAt(place)
    if (id === null || !offered(id)) continue
    let low = 0
    let high = kept.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = kept[middle]!
      if (other.score > score || (other.score === score && other.id < id)) low = middle + 1
      else high = middle
    }
    if (low === limit) continue
    kept.splice(low, 0, { id, score })
    if (kept.length > limit) kept.pop()
    if (kept.length === limit) threshold = kept[limit - 1]!.score
  }
  return kept.map(({ id }) => id)
}
