import type { BranchMark, CheckpointFact } from '../../contract/session/checkpoint-facts'
import type { Speech, Words } from '../words'

/** The first plan is what is meant where none is named. */
function markOf({ version, step, isReport }: BranchMark, { format }: Speech): string {
  if (isReport) return `报告 ${format.number(version)}`
  if (step === null) return `计划 ${format.number(version)}`
  return `${version > 1 ? `计划 ${format.number(version)} ` : ''}步骤 ${format.number(step)}`
}

export const checkpoints: Words<CheckpointFact> = {
  planCheckpoint: ({ version }, { format }) => `计划 ${format.number(version)}`,
  stepCheckpoint: ({ version, step, title }, { format }) =>
    `计划 ${format.number(version)} 步骤 ${format.number(step)}：${title}`,
  reportCheckpoint: ({ version }, { format }) => `报告 ${format.number(version)}`,
  branchMark: markOf,
  branchTitle: ({ title, at, ...mark }, speech) =>
    `${title}（分支：${markOf(mark, speech)}，${speech.format.when(at)}）`,
}
