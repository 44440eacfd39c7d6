export { type ApiCalls, createApiCalls } from './api-calls'
export { createMcpServers, type McpServers } from './mcp-servers'
