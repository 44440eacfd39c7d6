import type { MemoryView } from '../../contract/memory'
import type { Connection } from '../api'
import { exitCode } from './exit-code'
import { row } from './table'
import { type ProgressLine, printJson, printResult } from './terminal'

const pageSize = 500

export interface MemoriesOptions {
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
