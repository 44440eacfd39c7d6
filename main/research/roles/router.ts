import type { StepType } from '../../../contract/session/session'
import { coder } from './coder'
import { researcher } from './researcher'
import type { StepRole } from './step-role'

const roles: Readonly<Record<StepType, StepRole>> = { research: researcher, processing: coder }

/** Gives a step to the role that its type names. */
export const routeStep = ({ type }: { readonly type: StepType }): StepRole => roles[type]
