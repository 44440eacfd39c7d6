import '../egress/offline'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { ReadAnswer, ReadTask } from '../../contract/extract'
import { packExtract } from './pack'
import { readDraft } from './read'

/**
 * The task of the readers pool: files in, their extracts out, one answer for each in order. Errors are answers; only
 * what kills the thread (its memory limit, its time limit) reaches the pool as an exception.
 */
export default async function read(tasks: readonly ReadTask[]): Promise<ReadAnswer[]> {
  const answers: ReadAnswer[] = []
  for (const task of tasks) answers.push(await readOne(task))
  return answers
}

async function readOne(task: ReadTask): Promise<ReadAnswer> {
  try {
    const { draft, file } = await readDraft(task)
    return { ok: true, extract: packExtract(draft), file }
  } catch (error) {
    return { ok: false, error: toErrorShape(readError(error)) }
  }
}

/** Content that overflows the stack or a string of a library is hostile or broken: that is the file's fault. */
function readError(error: unknown): unknown {
  if (!(error instanceof RangeError)) return error
  if (/string length|array length|allocation/i.test(error.message)) {
    return new QuarryError('read.tooLarge', 'What is in it is larger than can be held.', { cause: error })
  }
  return new QuarryError('read.corrupt', 'It is nested too deeply to be read.', { cause: error })
}
