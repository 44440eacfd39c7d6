import type { CheckpointFact } from '../../contract/checkpoint-facts'
import type { Words } from '../words'

export const checkpoints: Words<CheckpointFact> = {
  planCheckpoint: ({ version }, { format }) => `计划 ${format.number(version)}`,
  stepCheckpoint: ({ version, step, title }, { format }) =>
    `计划 ${format.number(version)} 步骤 ${format.number(step)}：${title}`,
  reportCheckpoint: ({ version }, { format }) => `报告 ${format.number(version)}`,
}
