export { createApiCalls } from './api-calls'
export { createApiTools } from './api-tools'
export { createMcpServers, type McpServers } from './mcp-servers'
export { createMcpTools } from './mcp-tools'
