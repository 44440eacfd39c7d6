import type { Channel, DesktopChannel, Topic } from './channels'

/**
 * The names alone, for the preload: it must not carry the schemas, which main parses with. A test compares them with
 * the contract.
 */
export const channelNames = [
  'library.inspect',
  'library.add',
  'library.addNote',
  'library.list',
  'library.summary',
  'library.text',
  'library.pageBoxes',
  'library.bytes',
  'library.retry',
  'library.retryFailed',
  'library.keepRedacted',
  'library.pause',
  'library.rescan',
  'library.previewRemoval',
  'library.remove',
  'library.removeRoot',
  'library.previewRootRemoval',
  'library.addSample',
  'library.citedBy',
  'recall.search',
  'calls.list',
  'calls.export',
  'calls.rate',
  'calls.purge',
  'calls.check',
  'calls.record',
  'tools.call',
  'rules.list',
  'rules.remove',
  'rules.test',
  'rules.grants',
  'rules.revoke',
  'queries.read',
  'queries.correct',
  'queries.list',
  'queries.forget',
  'session.start',
  'session.list',
  'session.view',
  'session.answer',
  'session.followUp',
  'session.understand',
  'session.update',
  'session.chooseEvidence',
  'session.report',
  'session.origins',
  'session.editReport',
  'session.acceptPlan',
  'session.sendBackPlan',
  'session.stop',
  'session.retry',
  'session.resume',
  'session.turns',
  'session.engines',
  'session.rerun',
  'session.confirmations',
  'session.answerConfirmation',
  'session.checkConfirmation',
  'session.amendStep',
  'session.rename',
  'session.archive',
  'session.previewRemoval',
  'session.remove',
  'session.export',
  'resources.inspectText',
  'resources.addText',
  'resources.list',
  'resources.get',
  'resources.summary',
  'resources.match',
  'resources.discover',
  'resources.feedback',
  'resources.history',
  'resources.forgetHistory',
  'resources.dismissRemovedUses',
  'resources.setActive',
  'resources.refresh',
  'resources.unlock',
  'resources.remove',
  'resources.scan',
  'resources.take',
  'pool.view',
  'pool.clear',
  'pool.stop',
  'pool.start',
  'pool.report',
  'pool.check',
  'pool.timeline',
  'pool.setResource',
  'settings.get',
  'settings.set',
  'project.list',
  'project.create',
  'project.rename',
  'project.archive',
  'project.previewRemoval',
  'project.remove',
  'project.metrics',
  'project.moveSources',
  'app.connections',
  'app.doctor',
  'app.status',
  'desktop.chooseFiles',
  'desktop.saveReport',
  'desktop.saveCalls',
  'desktop.showInFolder',
  'desktop.retryStart',
  'desktop.copyHttpToken',
  'desktop.renewHttpToken',
  'desktop.copyText',
] as const satisfies readonly (Channel | DesktopChannel)[]

/** `library.add` → `libraryAdd`: how the bridge calls it. */
export function bridgeName(channel: string): string {
  const [room = '', verb = ''] = channel.split('.')
  return room + verb.charAt(0).toUpperCase() + verb.slice(1)
}

/** IPC channel of a call, and the three of streaming. */
export const ipcChannel = (channel: string): string => `quarry:${channel}`
export const subscribeChannel = 'quarry:subscribe'
export const unsubscribeChannel = 'quarry:unsubscribe'
export const topicChannel = 'quarry:topic'
/** The preload tells main the path and token of a file that a person dropped or pasted. The page cannot reach it. */
export const givenChannel = 'quarry:given'

/** Topics of the app; the others are streamed of one project. */
const appTopics = ['pool', 'status', 'projects', 'intake', 'command'] as const satisfies readonly Topic[]
export type AppTopic = (typeof appTopics)[number]
export const isAppTopic = (topic: Topic): topic is AppTopic => (appTopics as readonly Topic[]).includes(topic)
