export { CallError, quarry, toShape, unwrap } from './quarry'
export { type TopicState, useTopic, useTopicValue } from './topics'
export { type CallState, useCall } from './use-call'
