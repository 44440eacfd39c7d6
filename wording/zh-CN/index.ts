import type { Fact } from '../../contract/facts'
import type { Words } from '../words'
import { doctor } from './doctor'

/** 各种事实的中文说法。 */
export const zhCN: Words<Fact> = { ...doctor }
