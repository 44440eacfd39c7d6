import type { MemberState } from '../../../contract/pool'

/** The six states in the order in which they are shown. */
export const memberState: readonly MemberState[] = ['available', 'deployed', 'busy', 'blocked', 'error', 'released']
