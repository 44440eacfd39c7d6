import type { ExtractivePorts } from './ports'

/** Vectors of the texts whose script the encoder knows, null for the others. */
export async function embedCovered(
  ports: ExtractivePorts,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(Float32Array | null)[]> {
  const covered = texts.flatMap((text, at) => (text.trim().length > 0 && ports.covers(text) ? [at] : []))
  const answers: (Float32Array | null)[] = texts.map(() => null)
  if (covered.length === 0) return answers
  const vectors = await ports.embed(
    covered.map((at) => texts[at] ?? ''),
    { signal, priority: 'interactive' },
  )
  covered.forEach((at, index) => {
    answers[at] = vectors[index] ?? null
  })
  return answers
}
