import type { CheckpointFact } from '../../contract/checkpoint-facts'
import type { Words } from '../words'

export const checkpoints: Words<CheckpointFact> = {
  planCheckpoint: ({ version }, { format }) => `plan ${format.number(version)}`,
  stepCheckpoint: ({ version, step, title }, { format }) =>
    `plan ${format.number(version)}, step ${format.number(step)}: ${title}`,
  reportCheckpoint: ({ version }, { format }) => `report ${format.number(version)}`,
}
