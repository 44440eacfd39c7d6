import type { CallToolResult, GetPromptResult, ReadResourceResult } from '@modelcontextprotocol/client'
import { QuarryError } from '../../contract/errors'
import { type Fitted, fitBytes } from '../answers/fit-bytes'
import { cleanText } from '../documents/clean'

/**
 * What a tool brought, as one JSON value: what it structured itself, else JSON that it wrote as text, else its texts.
 * Pictures and sounds are named and left out. Throws `tool.failed` where the tool says that it failed.
 */
export function resultValue(result: CallToolResult, maxBytes: number): Fitted {
  const parts = (result.content ?? []).map((block) => {
    if (block.type === 'text') return block.text
    if (block.type === 'resource' && 'text' in block.resource) return block.resource.text
    if (block.type === 'resource_link') return { uri: block.uri, name: block.name }
    return { leftOut: 'mimeType' in block ? block.mimeType : block.type }
  })
  if (result.isError === true) {
    const said = cleanText(parts.filter((part) => typeof part === 'string').join(' '), 500)
    throw new QuarryError('tool.failed', `The tool failed: ${said}`, { context: { said } })
  }
  if (result.structuredContent !== undefined) return fitBytes(result.structuredContent, maxBytes)
  return fitBytes(parts.length === 1 ? parsed(parts[0]) : parts, maxBytes)
}

/** What a resource holds: JSON, else text, or all of them where it has several parts; of bytes their type alone. */
export function contentsValue(contents: ReadResourceResult['contents'], maxBytes: number): Fitted {
  const parts = contents.map((one) => ('text' in one ? parsed(one.text) : { leftOut: one.mimeType ?? 'binary' }))
  return fitBytes(parts.length === 1 ? parts[0] : parts, maxBytes)
}

/** The texts of a prompt, each with whose it is to be. */
export function promptValue({ messages }: GetPromptResult, maxBytes: number): Fitted {
  const said = messages.map(({ role, content }) => ({
    role,
    text: content.type === 'text' ? content.text : { leftOut: content.type },
  }))
  return fitBytes(said, maxBytes)
}

function parsed(part: unknown): unknown {
  if (typeof part !== 'string' || !/^\s*[[{]/.test(part)) return part
  try {
    return JSON.parse(part)
  } catch {
    // Text that only begins like JSON.
    return part
  }
}
