import type { Fact } from '../../contract/facts'
import type { Words } from '../words'
import { doctor } from './doctor'

/** English words of every fact. */
export const en: Words<Fact> = { ...doctor }
