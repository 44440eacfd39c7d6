import '../egress/offline'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type {
  PicturesAnswer,
  PicturesTask,
  ReadAnswer,
  ReaderWork,
  ReadMessage,
  ReadTask,
  RedactedText,
} from '../../contract/library/extract'
import { buildSearchText } from '../../contract/recall/search-text'
import { storable } from '../../contract/storable'
import { serveWork } from '../process/serve-work'
import { redactText } from '../secrets/redact'
import { readPictures } from './figures/read-pictures'
import { prepareSource } from './prepare'
import { createProgress, type Progress } from './progress'
import { readDraft } from './read'

type ReaderAnswers = ReadAnswer[] | PicturesAnswer[] | string[] | RedactedText[]

/** Files in, what the store takes of them out, one answer for each in order. Errors are answers. */
serveWork<ReaderWork, ReadMessage, ReaderAnswers>(async (given, tell) => {
  if (given.kind === 'segment') {
    tell({ type: 'began' })
    return given.passages.map((passage) => storable(buildSearchText(passage)))
  }
  if (given.kind === 'redact') {
    tell({ type: 'began' })
    return given.texts.map((one) => {
      const { text, redactions } = redactText(one, 'prose', [])
      return { text, redactions }
    })
  }
  if (given.kind === 'pictures') {
    tell({ type: 'began' })
    return [await picturesOf(given.task, createProgress(tell))]
  }
  const answers: ReadAnswer[] = []
  for (const task of given.tasks) {
    tell({ type: 'began' })
    answers.push(await readOne(task, createProgress(tell)))
  }
  return answers
})

async function readOne(task: ReadTask, progress: Progress): Promise<ReadAnswer> {
  try {
    const { draft, file } = await readDraft(task, progress)
    const note = task.source.kind === 'text' ? task.source.text : null
    return { ok: true, prepared: prepareSource(draft, task.scripts, note, task.notSecrets), file }
  } catch (error) {
    return { ok: false, error: toErrorShape(readError(error)) }
  }
}

async function picturesOf(task: PicturesTask, progress: Progress): Promise<PicturesAnswer> {
  try {
    return { ok: true, ...(await readPictures(task, progress)) }
  } catch (error) {
    return { ok: false, error: toErrorShape(readError(error)) }
  }
}

/** Content that overflows the stack or a string of a library is hostile or broken: that is the file's fault. */
function readError(error: unknown): unknown {
  if (!(error instanceof RangeError)) return error
  if (/string length|array length|allocation/i.test(error.message)) {
    return new QuarryError('read.tooLarge', 'Its content does not fit in memory.', { cause: error })
  }
  return new QuarryError('read.corrupt', 'It is nested too deeply.', { cause: error })
}
