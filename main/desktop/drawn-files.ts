import { z } from 'zod'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { Dispatch } from '../api'

/** What the window decodes what it is given of. */
const drawn: ReadonlySet<string> = new Set(['library.bytes', 'library.figurePictures'])

const asked = z.object({ sourceId: z.string() })

/** Which file the window drew last: its own process opens that, so that a hostile one can end it. */
export interface DrawnFiles {
  /** The window's way to `dispatch`: the bytes of a file that ended it are not given again until Quarry restarts. */
  guard(dispatch: Dispatch): Dispatch
  /** Whether the window was given a file that may end it. */
  isUnderWay(): boolean
  /** The window's process is gone. */
  windowEnded(): void
}

export function createDrawnFiles(): DrawnFiles {
  const ended = new Set<string>()
  let latest: string | null = null
  return {
    guard: (dispatch) => async (channel, envelope) => {
      const sourceId = drawn.has(channel) ? asked.safeParse(envelope.input).data?.sourceId : undefined
      if (sourceId === undefined) return dispatch(channel, envelope)
      if (ended.has(sourceId)) return { ok: false, error: toErrorShape(endedTheWindow()) }
      latest = sourceId
      return dispatch(channel, envelope)
    },
    isUnderWay: () => latest !== null,
    windowEnded() {
      if (latest !== null) ended.add(latest)
      latest = null
    },
  }
}

const endedTheWindow = (): QuarryError =>
  new QuarryError('read.crashed', 'The window ended while it drew this file.', {
    remedy: 'textShownInstead',
    context: { endedWindow: true },
  })
