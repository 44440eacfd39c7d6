type Sureness = 'sure' | 'likely' | 'perhaps' | 'hardly'

/** A confidence in 0..1 as a word. The steps are the window's own: quarters of the scale. */
export function surenessOf(confidence: number): Sureness {
  if (confidence >= 0.75) return 'sure'
  if (confidence >= 0.5) return 'likely'
  return confidence >= 0.25 ? 'perhaps' : 'hardly'
}
