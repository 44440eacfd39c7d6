import type { ServerLogLine } from '../../contract/resources/mcp'

const keptLines = 300
const keptCharacters = 100_000

/** The end of what one server said beside its answers, in this run. */
export interface ServerLog {
  add(lines: readonly ServerLogLine[], leftOut: number): void
  /** The oldest first. */
  lines(): readonly ServerLogLine[]
  /** Lines that are not kept. */
  leftOut(): number
}

export function createServerLog(): ServerLog {
  let kept: ServerLogLine[] = []
  let characters = 0
  let gone = 0
  return {
    add(lines, leftOut) {
      gone += leftOut
      kept = [...kept, ...lines]
      for (const { text } of lines) characters += text.length
      let first = 0
      while (kept.length - first > keptLines || (characters > keptCharacters && first < kept.length)) {
        characters -= kept[first]?.text.length ?? 0
        first++
      }
      gone += first
      kept = kept.slice(first)
    },
    lines: () => kept,
    leftOut: () => gone,
  }
}
