import type { ErrorCode } from '../../../contract/errors'

const stories = {
  'store.locked': 'locked',
  'store.newerVersion': 'newerVersion',
  'store.readOnly': 'readOnly',
  'store.diskFull': 'diskFull',
  'store.corrupt': 'corrupt',
  'store.closed': 'stopped',
  'model.missing': 'modelMissing',
  'model.invalid': 'modelInvalid',
} as const satisfies Partial<Record<ErrorCode, string>>

/** Which of the catalogue's stories of a failed start tells this error. */
export function startStory(code: ErrorCode): (typeof stories)[keyof typeof stories] | 'other' {
  return code in stories ? stories[code as keyof typeof stories] : 'other'
}
