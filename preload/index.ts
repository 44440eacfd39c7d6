import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { rememberedOf } from '../contract/calls/remembered-argument'
import type { QuarryBridge } from '../contract/channels/bridge'
import {
  bridgeName,
  channelNames,
  givenChannel,
  ipcChannel,
  subscribeChannel,
  topicChannel,
  unsubscribeChannel,
} from '../contract/channels/channel-names'

const listeners = new Map<number, (value: never) => void>()
let lastSubscription = 0

ipcRenderer.on(topicChannel, (_event, id: number, value: unknown) => listeners.get(id)?.(value as never))

function listen(subscription: Record<string, unknown>, listener: (value: never) => void): () => void {
  const id = ++lastSubscription
  listeners.set(id, listener)
  ipcRenderer.send(subscribeChannel, id, subscription)
  return () => {
    listeners.delete(id)
    ipcRenderer.send(unsubscribeChannel, id)
  }
}

const tokens = new Map<string, string>()

/** Only the desktop makes a file that has a path: of one that the page made itself there is none, and no token. */
function tokensOf(files: readonly File[]): string[] {
  const paths = new Set(files.map((file) => webUtils.getPathForFile(file)))
  paths.delete('')
  return [...paths].map((path) => {
    const token = tokens.get(path) ?? crypto.randomUUID()
    tokens.set(path, token)
    ipcRenderer.send(givenChannel, token, path)
    return token
  })
}

const calls = Object.fromEntries(
  channelNames.map((name) => [
    bridgeName(name),
    (input: unknown, projectId: string | null = null) => ipcRenderer.invoke(ipcChannel(name), { projectId, input }),
  ]),
)

const bridge = {
  ...calls,
  subscribe: (topic: string, projectId: string | null, key: string | null, listener: (value: never) => void) =>
    listen({ topic, projectId, key }, listener),
  follow: (stream: string, projectId: string, key: string, after: number, listener: (value: never) => void) =>
    listen({ stream, projectId, key, after }, listener),
  tokensOf,
  platform: process.platform,
  remembered: rememberedOf(process.argv),
} as unknown as QuarryBridge

contextBridge.exposeInMainWorld('quarry', bridge)
