import { QuarryError } from '../../contract/errors'
import { abortable } from '../threads'
import { type Tool, type ToolRun, toolLimits } from './tool'

/** Runs a tool within its time. Whoever calls this has asked the gate. Throws what the tool throws, and `tool.timeout`. */
export async function runTool(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  { resourceId, signal }: ToolRun,
): Promise<unknown> {
  const { timeoutMs = toolLimits.timeoutMs } = tool
  const late = new QuarryError('tool.timeout', `${tool.name} took longer than ${timeoutMs} ms.`, {
    context: { tool: tool.name, seconds: Math.round(timeoutMs / 1000) },
  })
  const ended = new AbortController()
  const end = (): void => ended.abort(signal.reason)
  const timer = setTimeout(() => ended.abort(late), timeoutMs)
  signal.addEventListener('abort', end, { once: true })
  try {
    signal.throwIfAborted()
    return await abortable(tool.run(input, { resourceId, signal: ended.signal }), ended.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}
