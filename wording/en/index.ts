import type { Fact } from '../../contract/facts'
import type { Words } from '../words'
import { doctor } from './doctor'
import { errors } from './errors'
import { progress } from './progress'
import { remedies } from './remedies'

/** English words of every fact and error. */
export const en = {
  facts: { ...doctor, ...progress, ...remedies, told: ({ text }) => text } satisfies Words<Fact>,
  errors,
}
