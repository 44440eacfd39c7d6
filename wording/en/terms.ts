import type { MemberType } from '../../contract/pool-facts'

export const memberKind = {
  executor: 'executor',
  orchestrator: 'orchestrator',
  reviewer: 'reviewer',
  tool: 'tool',
  api: 'API',
  database: 'database',
} as const satisfies Readonly<Record<MemberType, string>>

export const anyMember = {
  executor: 'an executor',
  orchestrator: 'an orchestrator',
  reviewer: 'a reviewer',
  tool: 'a tool',
  api: 'an API',
  database: 'a database',
} as const satisfies Readonly<Record<MemberType, string>>

/** What members can do; a capability of a resource's own goes by its name. */
export const capability = {
  file_ops: 'files',
  code_generation: 'writing code',
  report_generation: 'writing reports',
  data_analysis: 'data analysis',
  planning: 'planning',
  coordination: 'coordination',
  code_review: 'reviewing code',
  quality_check: 'checking',
  sql_query: 'SQL queries',
  recall: 'recall',
  api_call: 'API calls',
  tool_call: 'tool calls',
} as const
