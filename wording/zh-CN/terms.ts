import type { MemberType } from '../../contract/pool-facts'

export const memberKind = {
  executor: '执行者',
  orchestrator: '协调者',
  reviewer: '核对者',
  tool: '工具',
  api: 'API',
  database: '数据库',
} as const satisfies Readonly<Record<MemberType, string>>

export const anyMember = {
  executor: '执行者',
  orchestrator: '协调者',
  reviewer: '核对者',
  tool: '工具',
  api: 'API',
  database: '数据库',
} as const satisfies Readonly<Record<MemberType, string>>

/** What members can do; a capability of a resource's own goes by its name. */
export const capability = {
  file_ops: '文件操作',
  code_generation: '编写代码',
  report_generation: '撰写报告',
  data_analysis: '数据分析',
  planning: '规划',
  coordination: '协调',
  code_review: '代码审查',
  quality_check: '质量检查',
  sql_query: 'SQL 查询',
  recall: '检索',
  api_call: '调用 API',
  tool_call: '调用工具',
} as const
