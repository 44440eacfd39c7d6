import { QuarryError } from '../../contract/errors'
import { createWorkLimit } from '../processes'
import { abortable } from '../threads'
import { type AskPerson, type Tool, type ToolRun, toolLimits } from './tool'

/** Runs a tool within its time. Whoever calls this has asked the gate. Throws what the tool throws, and `tool.timeout`. */
export async function runTool(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  { resourceId, signal, ask }: ToolRun,
): Promise<unknown> {
  const { timeoutMs = toolLimits.timeoutMs } = tool
  const late = new QuarryError('tool.timeout', `${tool.name} took longer than ${timeoutMs} ms.`, {
    context: { tool: tool.name, seconds: Math.round(timeoutMs / 1000) },
  })
  const ended = new AbortController()
  const end = (): void => ended.abort(signal.reason)
  const limit = createWorkLimit(timeoutMs)
  limit.signal.addEventListener('abort', () => ended.abort(late), { once: true })
  const askInPause: AskPerson | undefined =
    ask &&
    (async (question, withdrawn) => {
      const goOn = limit.pause()
      try {
        return await ask(question, withdrawn)
      } finally {
        goOn()
      }
    })
  signal.addEventListener('abort', end, { once: true })
  try {
    signal.throwIfAborted()
    limit.begin()
    return await abortable(tool.run(input, { resourceId, signal: ended.signal, ask: askInPause }), ended.signal)
  } finally {
    limit.end()
    signal.removeEventListener('abort', end)
  }
}
