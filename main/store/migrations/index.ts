import { createHash } from 'node:crypto'
import { initial } from './0001-initial'
import { resourcesAndPool } from './0002-resources-and-pool'
import { keywordOnlyPassages } from './0003-keyword-only-passages'
import { reportVersions } from './0004-report-versions'
import { calledUses } from './0005-called-uses'
import { remedies } from './0006-remedies'
import { noChunkingState } from './0007-no-chunking-state'
import { projects } from './0008-projects'
import { vectorsOfModels } from './0009-vectors-by-model'
import { owners } from './0010-owners'
import { stepPhases } from './0011-step-phases'
import { places } from './0012-places'
import { resourceLooks } from './0013-resource-looks'
import { facts } from './0014-facts'
import { reportFacts } from './0015-report-facts'
import { names } from './0016-names'
import { redactions } from './0017-redactions'
import { sections } from './0018-sections'
import { unendedLooks } from './0019-unended-looks'
import { callDecisions } from './0020-call-decisions'
import { unaskedResources } from './0021-unasked-resources'
import { callers } from './0022-callers'
import { modelTurns } from './0023-model-turns'
import { connections } from './0024-connections'
import { knownQueries } from './0025-known-queries'
import { projectNetwork } from './0026-project-network'
import { turnCalls } from './0027-turn-calls'
import { vectorChanges } from './0028-vector-changes'
import { words } from './0029-words'
import { contentHashes } from './0030-content-hashes'
import { works } from './0031-works'
import { labels } from './0032-labels'
import { annotations } from './0033-annotations'
import { memories } from './0034-memories'
import { unusedTables } from './0035-unused-tables'
import { nameStems } from './0036-name-stems'
import { domains } from './0037-domains'
import { branches } from './0038-branches'
import { learner } from './0039-learner'
import { noPoolEvents } from './0040-no-pool-events'
import { stepsOfPlugins } from './0041-steps-of-plugins'
import { questionsOfCalls } from './0042-questions-of-calls'
import { maskedArguments } from './0043-masked-arguments'
import { stepTypes } from './0044-step-types'
import { meaningOfCalls } from './0045-meaning-of-calls'
import { maskedQuestions } from './0046-masked-questions'
import { answeredBy } from './0047-answered-by'
import { sampleQuestions } from './0048-sample-questions'
import { stepCriteria } from './0049-step-criteria'
import { memberOwners } from './0050-member-owners'
import { schemePlaces } from './0051-scheme-places'
import { tablesReadAnew } from './0052-tables-read-anew'
import { descriptionsReadAnew } from './0053-descriptions-read-anew'
import type { Migration } from './migration'

export type { Migration } from './migration'

/** All migrations, by version without gaps. Append only: a released one never changes (a test knows its checksum). */
export const migrations: readonly Migration[] = [
  initial,
  resourcesAndPool,
  keywordOnlyPassages,
  reportVersions,
  calledUses,
  remedies,
  noChunkingState,
  projects,
  vectorsOfModels,
  owners,
  stepPhases,
  places,
  resourceLooks,
  facts,
  reportFacts,
  names,
  redactions,
  sections,
  unendedLooks,
  callDecisions,
  unaskedResources,
  callers,
  modelTurns,
  connections,
  knownQueries,
  projectNetwork,
  turnCalls,
  vectorChanges,
  words,
  contentHashes,
  works,
  labels,
  annotations,
  memories,
  unusedTables,
  nameStems,
  domains,
  branches,
  learner,
  noPoolEvents,
  stepsOfPlugins,
  questionsOfCalls,
  maskedArguments,
  stepTypes,
  meaningOfCalls,
  maskedQuestions,
  answeredBy,
  sampleQuestions,
  stepCriteria,
  memberOwners,
  schemePlaces,
  tablesReadAnew,
  descriptionsReadAnew,
]

/** SHA-256 of what a migration does, in hex. */
export function checksumOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex')
}
