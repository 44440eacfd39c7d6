import type { ConnectionRecord } from '../../contract/calls/connections'

const base: ConnectionRecord = {
  connectionId: 1,
  at: '2026-11-22T10:12:00.000Z',
  kind: 'connection',
  host: '127.0.0.1',
  port: 5432,
  decision: 'allowed',
  count: 1,
  process: 'databases',
  projectName: 'Heat pumps',
  sessionId: 'session-1',
  sessionTitle: 'How many orders has each customer?',
  tool: 'sql_query',
  resourceId: 'database:shop',
  resourceName: 'shop',
}
const unasked = { tool: null, sessionId: null, sessionTitle: null } as const
const ownDoing = { ...unasked, projectName: null, resourceId: null, resourceName: null } as const

const kept: ConnectionRecord[] = [
  base,
  {
    ...base,
    host: 'api.example.org',
    port: 443,
    process: 'requests',
    decision: 'refused',
    tool: 'listOrders',
    count: 3,
  },
  { ...base, host: 'npx', port: null, kind: 'program', decision: 'unwatched', process: 'mcp', resourceName: 'Notes' },
  {
    ...base,
    host: 'node',
    port: null,
    kind: 'program',
    decision: 'refused',
    process: 'tools',
    resourceName: 'Weigher',
  },
  { ...base, ...unasked, host: '10.0.0.7', port: 3306, resourceName: 'inventory_of_the_northern_warehouses_2026' },
  {
    ...base,
    ...ownDoing,
    kind: 'name',
    host: 'telemetry.example.com',
    port: null,
    decision: 'refused',
    process: 'quarry',
  },
  { ...base, ...ownDoing, host: 'example.org', port: 443, decision: 'refused', process: 'window' },
  { ...base, ...ownDoing, port: 11434, process: 'scan' },
  { ...base, ...ownDoing, kind: 'datagram', host: null, port: null, decision: 'refused', process: 'quarry', count: 12 },
]

/** Connections of every kind and decision, the newest first. */
export const connections = kept.map((one, at) => ({ ...one, connectionId: kept.length - at }))
