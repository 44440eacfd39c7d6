/** One step of a graph that both sides run: it answers at once, and what it found is one sentence more in the state. */
export interface GraphStep {
  readonly id: string
  readonly dependsOn: readonly string[]
  readonly finding: string
}

/** So many steps in `lanes` chains beside each other; 1: each after the one before. */
export function stepGraph(count: number, lanes: number): GraphStep[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    dependsOn: index < lanes ? [] : [`s${index - lanes}`],
    finding: `Found in step ${index}.`,
  }))
}
