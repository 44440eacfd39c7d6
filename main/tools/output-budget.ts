import { type Tool, toolLimits } from './tool'

/**
 * An output as an engine is given it: ends of lists and of long texts are left out until it fits, so that a pointer into it
 * points at the same in the whole.
 */
export function withinBudget(output: unknown, tool: Tool | null): unknown {
  const outputBytes = tool?.outputBytes === undefined ? toolLimits.outputBytes : tool.outputBytes
  if (outputBytes === null || bytesOf(output) <= outputBytes) return output
  let [items, letters] = [1024, 16_384]
  for (;;) {
    const cut = shortened(output, items, letters)
    if (bytesOf(cut) <= outputBytes || (items === 0 && letters === 0)) return cut
    items = Math.floor(items / 2)
    letters = Math.floor(letters / 2)
  }
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

function shortened(value: unknown, items: number, letters: number): unknown {
  if (typeof value === 'string') return value.slice(0, letters)
  if (Array.isArray(value)) return value.slice(0, items).map((item) => shortened(item, items, letters))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part, items, letters)]))
}
