import { once } from 'node:events'
import { QuarryError } from '../../contract/errors'
import type { UserToolTask } from '../../contract/resources/user-tool'
import { type Fitted, fitBytes } from '../answers/fit-bytes'
import { cleanText } from '../documents/clean'
import { Program } from '../process/program'
import { groupMemoryMb } from './group-memory'

const lookEveryMs = 100
const keptWords = 2000

/**
 * Runs a tool to its end, its arguments on its input. Whatever ends it ends all that it started.
 * @returns the JSON that it wrote, as deep as answers go, else its text
 * Throws `tool.failed`, `resource.unreachable` where it cannot be started, and the signal's reason.
 */
export async function runUserTool(task: UserToolTask, signal: AbortSignal): Promise<Fitted> {
  const { command, args, env, folder, launcher, limits } = task
  signal.throwIfAborted()
  const program = await Program.start({ command, args, env, cwd: folder, launcher })
  const { process: child } = program
  let failure: QuarryError | null = null
  const end = (why: QuarryError): void => {
    failure ??= why
    program.kill()
  }
  const cancel = (): void => end(new QuarryError('cancelled', 'Cancelled.'))
  signal.addEventListener('abort', cancel, { once: true })
  const looking = setInterval(() => {
    void groupMemoryMb(child.pid ?? 0).then((mb) => {
      if (mb !== null && mb > limits.maxMemoryMb) end(failed(`It takes more than ${limits.maxMemoryMb} MB of memory.`))
    })
  }, lookEveryMs)
  try {
    const chunks: Buffer[] = []
    let bytes = 0
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > limits.maxOutputBytes) end(failed(`It writes more than ${limits.maxOutputBytes} bytes.`))
      else chunks.push(chunk)
    })
    let words = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-keptWords)
    })
    if (signal.aborted) cancel()
    child.stdin.end(JSON.stringify(task.arguments))
    const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null]
    if (failure !== null) throw failure
    if (code !== 0) throw failed(cleanText(words, 500) || `It ended with ${killedBy ?? `code ${code}`}.`)
    return parsed(Buffer.concat(chunks).toString('utf8'))
  } finally {
    clearInterval(looking)
    signal.removeEventListener('abort', cancel)
    program.kill()
  }
}

const failed = (said: string): QuarryError =>
  new QuarryError('tool.failed', `The tool failed: ${said}`, { context: { said } })

function parsed(text: string): Fitted {
  try {
    // Its bytes were counted as it wrote them.
    return fitBytes(JSON.parse(text), Number.POSITIVE_INFINITY)
  } catch {
    // Any other output is text.
    return { value: text.trim(), cut: false }
  }
}
