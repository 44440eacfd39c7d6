/**
 * Gives each unit one of its candidates and no candidate twice, as many units as can be (augmenting paths, Kuhn 1955).
 * Members that the seed already uses stay in use, so that what was set aside is never given up for the same number.
 * @param candidates for each unit the ids that fit it, best first
 * @param seed for each unit the id that it has already, or null
 * @returns for each unit its id, or null where none is left
 */
export function assignUnits(
  candidates: readonly (readonly string[])[],
  seed: readonly (string | null)[] = [],
): (string | null)[] {
  const chosen = candidates.map((_, unit) => seed[unit] ?? null)
  const unitOf = new Map<string, number>()
  for (const [unit, id] of chosen.entries()) if (id !== null) unitOf.set(id, unit)

  const augment = (unit: number, seen: Set<string>): boolean => {
    for (const id of candidates[unit] ?? []) {
      if (seen.has(id)) continue
      seen.add(id)
      const other = unitOf.get(id)
      if (other !== undefined && !augment(other, seen)) continue
      unitOf.set(id, unit)
      chosen[unit] = id
      return true
    }
    return false
  }
  for (const unit of chosen.keys()) if (chosen[unit] === null) augment(unit, new Set())
  return chosen
}
