import type { Chosen } from '../reading/draft'
import type { Item } from './items'
import type { Ref } from './ref'

const maxReadings = 4000

/** Every way to give the items one meaning each, the likelier meanings first. */
export function* readings(items: readonly Item[]): Generator<{ chosen: Chosen[]; score: number }> {
  const choices = items.map((item) => (item.kind === 'refs' ? item.refs : [null]))
  let size = choices.reduce((product, list) => product * list.length, 1)
  // Of too many, the unlikely meanings go first.
  const kept = choices.map((list) => [...list])
  while (size > maxReadings) {
    const longest = kept.reduce((most, list, at) => (list.length > kept[most]!.length ? at : most), 0)
    kept[longest]!.pop()
    size = kept.reduce((product, list) => product * list.length, 1)
  }
  const picked: (Ref | null)[] = []
  function* pick(at: number, score: number): Generator<{ chosen: Chosen[]; score: number }> {
    if (at === items.length) {
      yield {
        chosen: items.map((item, index) => (item.kind === 'refs' ? { ...item, ref: picked[index]! } : item)),
        score,
      }
      return
    }
    for (const ref of kept[at]!) {
      picked[at] = ref
      yield* pick(at + 1, score + (ref?.score ?? 0))
    }
  }
  yield* pick(0, 0)
}
