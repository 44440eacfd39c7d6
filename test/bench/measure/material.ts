/** Deterministic numbers, 0 inclusive to 1 exclusive (mulberry32, public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Unit vectors of 512 numbers. */
export function randomVectors(count: number, random: () => number, dimensions = 512): Float32Array[] {
  return Array.from({ length: count }, () => {
    const vector = Float32Array.from({ length: dimensions }, () => random() - 0.5)
    const length = Math.hypot(...vector)
    return vector.map((value) => value / length)
  })
}

/** Texts of `words` words whose frequencies fall as in a language (Zipf over 20,000 words). */
export function randomTexts(count: number, words: number, random: () => number): string[] {
  const vocabulary = 20_000
  const word = (): string => `w${Math.floor(vocabulary ** random()).toString(36)}`
  return Array.from({ length: count }, () => Array.from({ length: words }, word).join(' '))
}
