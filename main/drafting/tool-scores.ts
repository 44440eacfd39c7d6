import weights from './tool-weights.json'

/** What tells how likely a question means a call of a tool, each 0..1 or a count. */
export interface Features {
  /** How much of what it is called the question says. */
  readonly named: number
  /** How much of what it is about the question says. */
  readonly subject: number
  /** How much of what the question says, by rarity, stands in what it does, in all that is said of it, in what it answers. */
  readonly core: number
  readonly all: number
  readonly answers: number
  /** The same of those words alone that any of the tools has. */
  readonly knownCore: number
  readonly knownAll: number
  /** How near it is by its meaning, in standard deviations from the mean of all; 0 where meanings are not known. */
  readonly meaning: number
  /** Whether its arguments are there; how many it needs that are not. */
  readonly given: number
  readonly missing: number
  /** Whether the question names one of what it is about, and it takes none. */
  readonly passedBy: number
  /** Whether it is asked nothing although the question names something. */
  readonly blind: number
  /** Values of the question that its arguments do not hold. */
  readonly unusedIds: number
  readonly unusedNames: number
  readonly unusedDates: number
  /** Optional arguments that the question gives. */
  readonly chosen: number
  readonly guessed: number
  readonly searched: number
  /** Parts of its path that nothing in the question says. */
  readonly unsaid: number
  /** Whether it tells one thing by its id, which the question gives; whether it lists, and the question asks after several. */
  readonly isOne: number
  readonly isMany: number
  /** Whether there is a later version of it. */
  readonly old: number
}

/** Log odds against the other tools, by a conditional logistic model (docs/decisions/0070-questions-to-services.md). */
export function preferenceOf(features: Features): number {
  const { named, core } = features
  const known = weights.preference as Readonly<Record<string, number>>
  return Object.entries(features).reduce(
    (sum, [name, value]) => sum + (known[name] ?? 0) * value,
    (known.namedAndCore ?? 0) * named * core,
  )
}

/**
 * How sure it is that the tool of the highest preference is meant, 0..1: by how far it is before the others, and by what
 * speaks for it alone, as the best of nothing is before the others, too.
 * @param preferences of all tools, its own among them
 */
export function surenessOf(features: Features, preference: number, preferences: readonly number[]): number {
  const others = preferences.reduce((sum, one) => sum + Math.exp(one - preference), 0) - 1
  const known = weights.sureness as Readonly<Record<string, number>>
  const of: Readonly<Record<string, number>> = {
    ...features,
    before: Math.max(-6, Math.min(6, -Math.log(Math.max(1e-9, others)))),
    preference,
    isMissing: features.missing > 0 ? 1 : 0,
  }
  const odds = Object.entries(known).reduce((sum, [name, weight]) => sum + weight * (of[name] ?? 1), 0)
  return 1 / (1 + Math.exp(-odds))
}
