import type { MemoryView } from '../../../contract/library/memory'
import type { Connection } from '../../api'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { row } from '../terminal/table'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'

const pageSize = 500

interface MemoriesOptions {
  readonly search?: string
  /** What sessions answered, instead of what people told. */
  readonly answers: boolean
  readonly json: boolean
}

/** Every memory, or earlier answer, with its id. */
export async function listMemories(
  connection: Connection,
  { search: text, answers: isOfAnswers, json }: MemoriesOptions,
  { words, speech }: ProgressLine,
): Promise<number> {
  const { percent } = speech.format
  for (let offset = 0; ; offset += pageSize) {
    const page = { offset, limit: pageSize, ...(text === undefined ? {} : { text }) }
    if (isOfAnswers) {
      const { answers, total } = await connection.call('memory.answers', page)
      for (const one of answers) {
        const { recordId, confidence, superseded, question, sentences } = one
        const state = superseded === null ? percent(confidence) : words.memories.superseded[superseded]
        await (json ? printJson(one) : printResult(row([recordId, state, question, sentences.join(' ')])))
      }
      if (offset + pageSize >= total) return exitCode.done
    } else {
      const { memories, total } = await connection.call('memory.list', page)
      for (const one of memories) await (json ? printJson(one) : printResult(lineOf(one, { words, speech })))
      if (offset + pageSize >= total) return exitCode.done
    }
  }
}

function lineOf(
  { memoryId, origin, importance, text, tags }: MemoryView,
  { words, speech }: Pick<ProgressLine, 'words' | 'speech'>,
): string {
  return row([memoryId, words.memories.origin[origin], speech.format.percent(importance), text, tags.join(', ')])
}

/** Writes a memory down, or another text in the place of one. */
export async function writeMemory(
  connection: Connection,
  memoryId: string | null,
  text: string,
  { tag: tags }: { readonly tag: string[] },
  progress: ProgressLine,
): Promise<number> {
  const written =
    memoryId === null
      ? await connection.call('memory.add', { text, tags })
      : await connection.call('memory.edit', { memoryId, text, tags })
  if (written.text !== text.trim()) progress.say(progress.words.memories.masked)
  await printResult(lineOf(written, progress))
  return exitCode.done
}

/** Deletes memories or earlier answers; without ids all of them, which is to be confirmed. */
export async function forgetMemories(
  connection: Connection,
  ids: readonly string[],
  { answers, all, yes }: { readonly answers: boolean; readonly all: boolean; readonly yes: boolean },
  progress: ProgressLine,
): Promise<number> {
  if (all !== (ids.length === 0) || (all && !yes)) {
    progress.say(progress.words.memories[all ? 'confirmAll' : 'nameSome'])
    return exitCode.badUsage
  }
  const { removed } = await connection.call(answers ? 'memory.removeAnswers' : 'memory.remove', {
    ids: all ? null : [...ids],
  })
  await printResult(progress.words.memories.removed(removed))
  return exitCode.done
}

/** Whether the project remembers what people tell, and what its sessions answer. */
export async function switchMemories(
  connection: Connection,
  isOn: boolean,
  { answers }: { readonly answers: boolean },
): Promise<number> {
  await connection.call('settings.set', answers ? { learns: isOn } : { remembers: isOn })
  return exitCode.done
}

export function defineMemories({ program, help, values, progress, onRuntime }: CommandLine): void {
  const memories = program
    .command('memories')
    .description(help.memories)
    .option('--search <words>', help.memoriesSearch)
    .option('--answers', help.memoriesAnswers, false)
    .option('--json', help.jsonLines, false)
    .action((options: MemoriesOptions) => onRuntime((connection) => listMemories(connection, options, progress)))
  memories
    .command('add')
    .description(help.memoriesAdd)
    .argument('<text>')
    .option('--tag <tag>', help.memoriesTag, values.oneMore, [])
    .action((text: string, options: { tag: string[] }) =>
      onRuntime((connection) => writeMemory(connection, null, text, options, progress)),
    )
  memories
    .command('edit')
    .description(help.memoriesEdit)
    .argument('<id>', help.memoriesId)
    .argument('<text>')
    .option('--tag <tag>', help.memoriesTag, values.oneMore, [])
    .action((id: string, text: string, options: { tag: string[] }) =>
      onRuntime((connection) => writeMemory(connection, id, text, options, progress)),
    )
  memories
    .command('forget')
    .description(help.memoriesForget)
    .argument('[id...]', help.memoriesId)
    .option('--all', help.memoriesAll, false)
    .option('--yes', help.memoriesYes, false)
    .action((ids: string[], options: { all: boolean; yes: boolean }) =>
      onRuntime((connection) =>
        forgetMemories(connection, ids, { ...options, answers: memories.opts<MemoriesOptions>().answers }, progress),
      ),
    )
  for (const state of ['on', 'off'] as const) {
    memories
      .command(state)
      .description(help.memoriesSwitch[state])
      .action(() =>
        onRuntime((connection) => switchMemories(connection, state === 'on', memories.opts<MemoriesOptions>())),
      )
  }
}
