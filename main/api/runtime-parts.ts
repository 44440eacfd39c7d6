import type { MachineStatus } from '../../contract/app'
import type { DoctorReport } from '../../contract/doctor'
import type { Library } from '../knowledge'
import type { Pool } from '../pool'
import type { Recall } from '../recall'
import type { Research } from '../research'
import type { Resources } from '../resources'
import type { Settings } from '../settings'

/** The parts of the runtime that calls and topics are answered from. */
export interface Runtime {
  readonly library: Library
  readonly research: Research
  readonly pool: Pool
  readonly resources: Resources
  readonly recall: Recall
  readonly settings: Settings
  readonly samplesDirectory: string
  status(): Promise<MachineStatus>
  doctor(): Promise<DoctorReport>
}
