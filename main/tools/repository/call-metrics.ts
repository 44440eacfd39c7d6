import type { CallMetrics } from '../../../contract/metrics'
import type { SqlExecutor } from '../../store'

/** Tools that are counted one by one; the others count in the whole. */
const maxTools = 200

interface Row extends Omit<CallMetrics['tools'][number], 'tool' | 'server' | 'successRate'> {
  /** Null of all calls together. */
  readonly tool: string | null
  readonly server: string | null
}

/** How many calls of a project there are, how they ended, and how long they took, in all and by tool. */
export async function readCallMetrics(executor: SqlExecutor, projectId: string): Promise<CallMetrics> {
  const rows = await executor.query<Row>(
    `select tool, server, count(*)::int as total, count(*) filter (where state = 'done')::int as done,
       count(*) filter (where state = 'failed')::int as failed, count(*) filter (where state = 'denied')::int as denied,
       percentile_cont(0.5) within group (order by duration_ms) as "p50Ms",
       percentile_cont(0.95) within group (order by duration_ms) as "p95Ms"
     from tool_call_history where project_id = $1 and not is_copy
     group by grouping sets ((), (tool, server)) order by grouping(tool) desc, count(*) desc, tool, server limit $2`,
    [projectId, maxTools + 1],
  )
  const [all, ...tools] = rows
  return {
    total: all?.total ?? 0,
    p50Ms: all?.p50Ms ?? null,
    p95Ms: all?.p95Ms ?? null,
    tools: tools.map(({ tool, server, ...counts }) => {
      const ended = counts.done + counts.failed
      return {
        tool: tool ?? '',
        server: server ?? '',
        ...counts,
        successRate: ended === 0 ? null : counts.done / ended,
      }
    }),
  }
}
