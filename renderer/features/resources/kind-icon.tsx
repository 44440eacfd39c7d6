import { BookOpenText, Braces, Cpu, Database, type LucideIcon, MessageSquareCode, Plug, Wrench } from 'lucide-react'
import type { ResourceType } from '../../../contract/resources/resource'

const icons: Record<ResourceType, LucideIcon> = {
  database: Database,
  api: Braces,
  tool: Wrench,
  knowledge_base: BookOpenText,
  text2sql: MessageSquareCode,
  mcp_server: Plug,
  model: Cpu,
}

/** The kinds in the order in which they are offered. */
export const kinds: readonly ResourceType[] = [
  'database',
  'text2sql',
  'api',
  'tool',
  'mcp_server',
  'knowledge_base',
  'model',
]

export function KindIcon({ type, size = 15 }: { type: ResourceType; size?: number }) {
  const Icon = icons[type]
  return <Icon size={size} aria-hidden className="shrink-0 text-faint" />
}
