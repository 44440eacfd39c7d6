import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { SessionEventView } from '../../../contract/session/session'
import { type OpenProject, quarryOfFile } from '../../fixtures/runtime'

export const patience = { timeout: 60_000, interval: 150 }
export const example = (name: string): string => resolve('docs', 'examples', 'plugins', name)

/** One running Quarry for the tests of a file; answers what makes a project, and what plugins are tried with in it. */
export function pluginsOfFile() {
  const openProject = quarryOfFile('plugins')
  return async () => withPlugins(await openProject())
}

function withPlugins({ root, work, projectId, connection, call }: OpenProject) {
  /** Writes a plugin into a folder of its own. */
  async function write(name: string, provides: object, code: string): Promise<string> {
    const folder = join(work, name.replaceAll(' ', '-').toLowerCase())
    await mkdir(folder, { recursive: true })
    const manifest = { name, version: '1.0.0', description: `A plugin: ${name}.`, quarry: 1, main: 'plugin.js' }
    await writeFile(join(folder, 'quarry-plugin.json'), JSON.stringify({ ...manifest, ...provides }))
    await writeFile(join(folder, 'plugin.js'), code)
    return folder
  }
  /** Adds the plugin of a folder, off as it is then. */
  async function add(folder: string) {
    const { resources: added } = await call('library.add', { paths: [folder] })
    return call('resources.get', { resourceId: added[0]!.resourceId })
  }
  async function approve(resourceId: string) {
    const { metadata } = await call('resources.get', { resourceId })
    const approved = metadata.type === 'tool' ? metadata.plugin?.hash : undefined
    await call('resources.setActive', { resourceId, active: true, ...(approved === undefined ? {} : { approved }) })
  }
  /** Adds a document, and waits until it is indexed. */
  async function addDocument(name: string, text: string) {
    await writeFile(join(work, name), text)
    await call('library.add', { paths: [join(work, name)] })
    await vi.waitUntil(async () => (await call('library.summary')).passages > 0, patience)
  }
  /** The activity of a session that plugins wrote. */
  async function pluginEvents(sessionId: string) {
    const events: SessionEventView[] = []
    const isCaughtUp = new Promise<void>((resolve) => {
      const stop = connection.follow('sessionEvents', sessionId, 0, (batch) => {
        events.push(...batch.pieces)
        if (batch.isCaughtUp) resolve()
      })
      onTestFinished(stop)
    })
    await isCaughtUp
    return events.filter(({ type }) => type.startsWith('plugin.')).map(({ type, detail }) => ({ type, ...detail }))
  }
  /** Has a question answered to its end. */
  async function ask(question: string, settings: object = {}) {
    const { sessionId } = await call('session.start', {
      question,
      settings: { clarify: false, autoAccept: true, ...settings },
    })
    const view = () => call('session.view', { sessionId })
    const ended = ['done', 'failed', 'blockedReview']
    await vi.waitUntil(
      async () => ended.includes((await view()).state) || (await view()).confirmations.length > 0,
      patience,
    )
    return { sessionId, ...(await view()) }
  }
  return { call, root, work, projectId, write, add, approve, addDocument, pluginEvents, ask }
}
