import type { MachineStatus } from '../../contract/app/app'
import type { DoctorReport } from '../../contract/app/doctor'
import type { QuestionReading } from '../../contract/databases/known-query'
import type { QueryRead } from '../../contract/databases/query-reading'
import type { ConnectionLog } from '../connections'
import type { Domains } from '../domains'
import type { ModelExams } from '../exams'
import type { Facts } from '../facts'
import type { Rerankers, SearchModels } from '../inference'
import type { Library } from '../knowledge'
import type { Learner } from '../learner'
import type { Log } from '../log'
import type { ProjectMemory } from '../memory'
import type { Pool } from '../pool'
import type { Projects } from '../projects'
import type { Search } from '../recall'
import type { PaintPictures } from '../report'
import type { Research, SessionCitations } from '../research'
import type { Resources } from '../resources'
import type { RuleFiles } from '../safety'
import type { Services } from '../services'
import type { Settings } from '../settings'
import type { KnownQueries } from '../text2sql'
import type { CallRecords } from '../tools'

/** The parts of one project that calls and topics are answered from. */
export interface ProjectParts {
  readonly projectId: string
  readonly library: Library
  readonly research: Research
  readonly citations: Pick<SessionCitations, 'countReportsCitingResource'>
  /** As this project sees it: its own resources, and the staff. */
  readonly pool: Pool
  readonly resources: Resources
  readonly search: Search
  readonly memory: Pick<ProjectMemory, 'memories' | 'answers'>
  readonly learner: Omit<Learner, 'start' | 'close'>
  readonly domains: Domains
  readonly facts: Facts
  readonly rules: RuleFiles
  readonly calls: CallRecords
  readonly queries: Pick<KnownQueries, 'list' | 'forget'> & CorrectedReadings
  readonly settings: Settings
  /** The folder for new files, made where it is not there. Throws `file.*`. */
  readonly openExportFolder: () => Promise<string>
  readonly exams: ModelExams
  readonly services: Pick<Services, 'view' | 'check' | 'restart' | 'stop' | 'follow'>
}

/** How questions on databases are read, and corrected, until the project closes. */
interface CorrectedReadings {
  /** Throws as a query does. */
  read(resourceId: string, question: string): Promise<QuestionReading>
  /** Throws as a query does, and `input.invalid` for a reading that is none. */
  correct(resourceId: string, question: string, reading: QueryRead): Promise<QueryRead>
}

/** What all projects share. */
export interface AppParts {
  readonly pool: Pool
  readonly projects: Projects
  readonly samplesDirectory: string
  readonly connections: Pick<ConnectionLog, 'list'>
  readonly log: Pick<Log, 'tail'>
  readonly rerankers: Pick<Rerankers, 'list'>
  readonly searchModels: SearchModels
  /** Undefined where there is no desktop. */
  readonly paintPictures: PaintPictures | undefined
  status(): Promise<MachineStatus>
  doctor(): Promise<DoctorReport>
}
