export { CallError, quarry, toShape } from './quarry'
export { useTopic, useTopicValue } from './topics'
export { useCall } from './use-call'
