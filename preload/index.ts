import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { QuarryBridge } from '../contract/bridge'
import {
  bridgeName,
  channelNames,
  ipcChannel,
  subscribeChannel,
  topicChannel,
  unsubscribeChannel,
} from '../contract/channel-names'
import { rememberedOf } from '../contract/remembered-argument'

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
  pathsOf: (files: readonly File[]) => files.map((file) => webUtils.getPathForFile(file)),
  platform: process.platform,
  remembered: rememberedOf(process.argv),
} as unknown as QuarryBridge

contextBridge.exposeInMainWorld('quarry', bridge)
