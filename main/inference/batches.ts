/** Texts of one batch, and their places in what was asked. */
export interface Batch {
  readonly texts: readonly string[]
  readonly indexes: readonly number[]
}

export interface BatchLimits {
  /** Lanes that can work at once: a batch is no larger than a lane's share. */
  readonly lanes: number
  readonly maxTexts: number
  /** Characters of the padded batch: texts × the longest of them. Bounds how long one batch holds a thread. */
  readonly maxCharacters: number
  /** Characters beyond which the encoder clips, roughly. */
  readonly clipCharacters: number
}

/**
 * Batches of like length, longest first: every text is padded to the longest of its batch, and what is padded is
 * wasted work; the short ones at the end fill the lanes evenly.
 */
export function batchByLength(texts: readonly string[], limits: BatchLimits): Batch[] {
  const length = (index: number): number => Math.min(texts[index]!.length, limits.clipCharacters)
  const order = texts.map((_, index) => index).sort((a, b) => length(b) - length(a))
  const share = Math.max(1, Math.min(limits.maxTexts, Math.ceil(texts.length / limits.lanes)))
  const batches: Batch[] = []
  for (let at = 0; at < order.length; ) {
    const longest = Math.max(1, length(order[at]!))
    const size = Math.max(1, Math.min(share, Math.floor(limits.maxCharacters / longest)))
    const indexes = order.slice(at, at + size)
    batches.push({ indexes, texts: indexes.map((index) => texts[index]!) })
    at += size
  }
  return batches
}
