/** Sentence vectors [texts × dimensions] from token vectors [texts × width × dimensions] of the given lengths. */
export function poolTokens(
  tokens: Float32Array,
  options: {
    readonly lengths: readonly number[]
    readonly width: number
    readonly dimensions: number
    readonly pooling: 'mean' | 'cls' | 'built-in'
  },
): Float32Array {
  const { lengths, width, dimensions, pooling } = options
  const pooled = new Float32Array(lengths.length * dimensions)
  lengths.forEach((length, row) => {
    const counted = pooling === 'cls' ? Math.min(1, length) : length
    for (let token = 0; token < counted; token++) {
      const start = (row * width + token) * dimensions
      for (let index = 0; index < dimensions; index++) {
        const at = row * dimensions + index
        pooled[at] = pooled[at]! + tokens[start + index]! / counted
      }
    }
  })
  return pooled
}

/** Divides each row by its Euclidean length, in place; a row of zeros stays. */
export function normalizeRows(vectors: Float32Array, dimensions: number): void {
  for (let start = 0; start < vectors.length; start += dimensions) {
    let sum = 0
    for (let index = start; index < start + dimensions; index++) sum += vectors[index]! * vectors[index]!
    if (sum === 0) continue
    const scale = 1 / Math.sqrt(sum)
    for (let index = start; index < start + dimensions; index++) vectors[index] = vectors[index]! * scale
  }
}
