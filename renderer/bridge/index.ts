export { CallError, quarry, toShape } from './quarry'
export { restartTopics, useTopic, useTopicValue } from './topics'
export { useCall } from './use-call'
