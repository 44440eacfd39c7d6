import type { Client, Tool } from '@modelcontextprotocol/client'
import type { JsonValue } from '../../contract/json'
import type { McpListing, McpTool } from '../../contract/resources/mcp'
import { fitBytes } from '../answers/fit-bytes'
import { cleanProse, cleanText } from '../documents/clean'

/** Of each kind; a server that lists more is cut off there. */
const maxListed = 500
const maxPages = 20
const maxPromptArguments = 50
/** Of the schema of one tool, as JSON. */
const maxSchemaBytes = 50_000

/** What the server offers. What it does not offer at all is empty. */
export async function listOffered(
  client: Client,
  options: { readonly signal: AbortSignal; readonly timeout: number },
): Promise<Omit<McpListing, 'at'>> {
  const offers = client.getServerCapabilities()
  const tools = offers?.tools
    ? await pages(async (cursor) => {
        const page = await client.listTools(cursor, options)
        return { items: page.tools, next: page.nextCursor }
      })
    : []
  const resources = offers?.resources
    ? await pages(async (cursor) => {
        const page = await client.listResources(cursor, options)
        return { items: page.resources, next: page.nextCursor }
      })
    : []
  const prompts = offers?.prompts
    ? await pages(async (cursor) => {
        const page = await client.listPrompts(cursor, options)
        return { items: page.prompts, next: page.nextCursor }
      })
    : []
  const server = client.getServerVersion()
  return {
    server: { name: cleanText(server?.name, 200), version: cleanText(server?.version, 80) },
    tools: tools.flatMap(describedTool),
    resources: resources.map(({ uri, name, description }) => ({
      uri: cleanText(uri, 2000),
      name: cleanText(name, 200),
      description: cleanProse(description, 500),
    })),
    prompts: prompts.map(({ name, description, arguments: given = [] }) => ({
      name: cleanText(name, 200),
      description: cleanProse(description, 500),
      arguments: given.slice(0, maxPromptArguments).map((one) => ({
        name: cleanText(one.name, 200),
        required: one.required === true,
      })),
    })),
  }
}

async function pages<Item>(
  read: (params: { cursor: string } | undefined) => Promise<{ items: readonly Item[]; next: string | undefined }>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages && items.length < maxListed; page++) {
    const read1 = await read(cursor === undefined ? undefined : { cursor })
    items.push(...read1.items.slice(0, maxListed - items.length))
    if (read1.next === undefined || read1.next === cursor) break
    cursor = read1.next
  }
  return items
}

/** A tool whose name or schema cannot be shown as it is sent is left out: nobody could know what they allow. */
function describedTool({ name, description, inputSchema, annotations }: Tool): McpTool[] {
  const schema = fitBytes(inputSchema, maxSchemaBytes)
  if (cleanText(name, 200) !== name || name === '' || schema.cut) return []
  return [
    {
      name,
      description: cleanProse(description ?? annotations?.title, 4000),
      inputSchema: schema.value as Record<string, JsonValue>,
      readOnly: annotations?.readOnlyHint === true && annotations.destructiveHint !== true,
    },
  ]
}
