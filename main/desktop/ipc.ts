import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import {
  givenChannel,
  ipcChannel,
  subscribeChannel,
  topicChannel,
  unsubscribeChannel,
} from '../../contract/channels/channel-names'
import {
  type CallEnvelope,
  callEnvelope,
  channels,
  type DesktopChannel,
  desktopChannels,
  type Subscription,
  subscription,
} from '../../contract/channels/channels'
import { QuarryError, toErrorShape } from '../../contract/errors'
import { answerCall, type Dispatch } from '../api'
import type { GivenPaths } from './given-paths'
import { appOrigin } from './protocol'

type DesktopHandlers = Record<DesktopChannel, (input: never, projectId: string | null) => Promise<unknown>>

interface Served {
  /** The only contents that may call. */
  readonly contents: () => WebContents | null
  readonly dispatch: Dispatch
  readonly desktop: DesktopHandlers
  readonly given: GivenPaths
  subscribe(subscription: Subscription, listener: (value: unknown) => void): () => void
}

/** Only our own page in the main frame of our own window may speak. */
function isOwnPage(event: IpcMainInvokeEvent | IpcMainEvent, served: Served): boolean {
  const contents = served.contents()
  const frame = event.senderFrame
  return (
    contents !== null &&
    event.sender === contents &&
    frame !== null &&
    frame === contents.mainFrame &&
    new URL(frame.url).protocol === new URL(appOrigin).protocol &&
    new URL(frame.url).host === new URL(appOrigin).host
  )
}

const forbidden = (): ReturnType<typeof toErrorShape> =>
  toErrorShape(new QuarryError('ipc.forbidden', 'Quarry refuses calls from this page.'))

/** Registers every channel of the contract; inputs are parsed here, in main. */
export function serveIpc(served: Served): void {
  const dispatch = served.given.guard(served.dispatch)
  for (const channel of Object.keys(channels)) {
    ipcMain.handle(ipcChannel(channel), async (event, envelope: CallEnvelope) =>
      isOwnPage(event, served) ? dispatch(channel, envelope) : { ok: false, error: forbidden() },
    )
  }
  for (const channel of Object.keys(desktopChannels) as DesktopChannel[]) {
    ipcMain.handle(ipcChannel(channel), async (event, given: unknown) => {
      if (!isOwnPage(event, served)) return { ok: false, error: forbidden() }
      const { projectId = null, input } = callEnvelope.safeParse(given).data ?? {}
      return answerCall(desktopChannels[channel].input, input, (parsed) => served.desktop[channel](parsed, projectId))
    })
  }
  ipcMain.on(givenChannel, (event, token: unknown, path: unknown) => {
    if (isOwnPage(event, served)) served.given.take(token, path)
  })
  serveTopics(served)
}

/** More than any window needs; a runaway page must not grow main's memory. */
const maxSubscriptions = 200

function serveTopics(served: Served): void {
  const active = new Map<number, () => void>()
  const watched = new WeakSet<WebContents>()
  // A reloaded page starts anew and cannot unsubscribe what it forgot.
  const watchReloads = (contents: WebContents): void => {
    if (watched.has(contents)) return
    watched.add(contents)
    contents.on('did-start-navigation', ({ isSameDocument, isMainFrame }) => {
      if (isSameDocument || !isMainFrame) return
      for (const stop of active.values()) stop()
      active.clear()
    })
  }
  ipcMain.on(subscribeChannel, (event, id: unknown, wanted: unknown) => {
    const parsed = subscription.safeParse(wanted)
    if (!isOwnPage(event, served) || typeof id !== 'number' || !parsed.success || active.size >= maxSubscriptions)
      return
    active.get(id)?.()
    const contents = event.sender
    active.set(
      id,
      served.subscribe(parsed.data, (value) => {
        if (!contents.isDestroyed()) contents.send(topicChannel, id, value)
      }),
    )
    watchReloads(contents)
  })
  ipcMain.on(unsubscribeChannel, (event, id: unknown) => {
    if (!isOwnPage(event, served) || typeof id !== 'number') return
    active.get(id)?.()
    active.delete(id)
  })
}
