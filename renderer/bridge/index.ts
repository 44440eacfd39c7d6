export { currentProject, type ProjectOpening, showProject, useCurrentProject, wantedOpening } from './current-project'
export { CallError, quarry, toShape } from './quarry'
export { restartTopics, useStream, useTopic, useTopicValue } from './topics'
export { type CallState, useCall } from './use-call'
