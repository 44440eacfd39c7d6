import type { BranchMark, CheckpointFact } from '../../contract/session/checkpoint-facts'
import type { Speech, Words } from '../words'

/** The first plan is what is meant where none is named. */
function markOf({ version, step, isReport }: BranchMark, { format }: Speech): string {
  if (isReport) return `report ${format.number(version)}`
  if (step === null) return `plan ${format.number(version)}`
  return `${version > 1 ? `plan ${format.number(version)}, ` : ''}step ${format.number(step)}`
}

export const checkpoints: Words<CheckpointFact> = {
  planCheckpoint: ({ version }, { format }) => `plan ${format.number(version)}`,
  stepCheckpoint: ({ version, step, title }, { format }) =>
    `plan ${format.number(version)}, step ${format.number(step)}: ${title}`,
  reportCheckpoint: ({ version }, { format }) => `report ${format.number(version)}`,
  branchMark: markOf,
  branchTitle: ({ title, at, ...mark }, speech) =>
    `${title} (branch of ${markOf(mark, speech)}, ${speech.format.when(at)})`,
}
