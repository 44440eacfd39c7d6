/** Topics of the app; the others are streamed of one project. Apart from the schemas, which the window must not carry. */
const appTopics = ['pool', 'status', 'projects', 'intake', 'command', 'openedSession'] as const
export type AppTopic = (typeof appTopics)[number]
export const isAppTopic = (topic: string): topic is AppTopic => (appTopics as readonly string[]).includes(topic)
