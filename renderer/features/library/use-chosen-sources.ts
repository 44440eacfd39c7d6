import { useRef, useState } from 'react'
import type { SourceView } from '../../../contract/library/source'

export type ChosenSource = Pick<SourceView, 'id' | 'name' | 'tags' | 'collections'>

/** With one source added or taken out, or, with a range, all of it added. */
export function choose(
  chosen: readonly ChosenSource[],
  source: ChosenSource,
  range: readonly ChosenSource[] | null,
): ChosenSource[] {
  const has = ({ id }: ChosenSource): boolean => chosen.some((one) => one.id === id)
  if (range !== null) return [...chosen, ...range.filter((one) => !has(one))]
  return has(source) ? chosen.filter(({ id }) => id !== source.id) : [...chosen, source]
}

/** Sources that a person has selected to do something with all of them: Ctrl-click for one, Shift-click up to one. */
export function useChosenSources(at: (index: number) => ChosenSource | null | undefined) {
  const [chosen, setChosen] = useState<readonly ChosenSource[]>([])
  const last = useRef<number | null>(null)
  return {
    chosen,
    isChosen: (id: string): boolean => chosen.some((one) => one.id === id),
    toggle(source: ChosenSource, index: number, upTo: boolean): void {
      const [from, to] = [last.current ?? index, index].toSorted((a, b) => a - b) as [number, number]
      const between = Array.from({ length: to - from + 1 }, (_, step) => at(from + step)).filter((one) => one != null)
      last.current = index
      setChosen(choose(chosen, source, upTo ? between : null))
    },
    clear: (): void => setChosen([]),
  }
}
