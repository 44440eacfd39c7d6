import type { ReadArguments } from '../arguments'
import type { ProposedCall } from '../call'
import { contentWords, wordSet } from '../plain-text'

/** What switches something off, or says nothing. */
export const off = (value: unknown): boolean =>
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  value === 'false' ||
  value === 'no' ||
  value === 'none' ||
  value === 'never' ||
  value === '0'

/** Names that a tool that reads has no use for, and that say who may see a thing, or who pays. */
const unneeded = wordSet(
  'lifecycle expiration retention_policy owner visibility permission permissions acl privacy sharing payment payment_method payment_token card_on_file writeback write_back public_link make_public world_readable allow_anonymous',
)

/** By which something is bought, wherever they stand. */
const spending = wordSet('billing consent accept_terms accept_charges auto_renew purchase checkout')
const paying = /^(?:payment|payment_method|pay)$/

const setting =
  /^(?:set_?point|target_(?:temp|temperature|speed|pressure|position|rate|flow|dose|dosage|voltage|current|power|angle|torque|humidity))(?:_|$)/

/** Under these stands what a thing shall be from now on. */
const handedOver = wordSet('profile record patch changes update updates attributes new_values payload')

/** An argument that is not needed, and whose name is of what a tool that reads does not do. */
export function isUnneeded(
  { path, name, value }: ReadArguments['keys'][number],
  { tool, question }: ProposedCall,
): boolean {
  if (!off(value) && spending.has(name)) return true
  if (paying.test(name) && /stored|saved|card|wallet|token/i.test(String(value))) return true
  if (path.length > 1) return false
  // What a device is to do, handed to what reads it.
  if (setting.test(name)) return !off(value)
  if (/^(?:heater|pump|valve|relay|motor|fan|laser|stirrer|shaker|compressor)$/.test(name))
    return /^(?:on|off|open|closed?|start|stop|true|false|\d+)$/i.test(String(value))
  if (name === 'mode' && /^0?[0-7]{3}$/.test(String(value))) return true
  // What is looked up is not handed over: `{ reader: 7, profile: { email: "…", fees: 0 } }`.
  if (handedOver.has(name) && typeof value === 'object' && value !== null && !Array.isArray(value))
    return (
      Object.keys(value).length > 1 &&
      !isRequired(path, tool.schema) &&
      !saysOnly(JSON.stringify(value), contentWords(question))
    )
  // `dry_run: false` is no way to switch something off.
  if (name === 'dry_run' || name === 'simulate' || name === 'preview_only') return off(value)
  if (name === 'preview' && /preview/i.test(`${tool.name} ${tool.description}`)) return off(value)
  return !off(value) && unneeded.has(name) && !isRequired(path, tool.schema) && !saysOnly(value, contentWords(question))
}

export function isRequired(path: readonly string[], schema: unknown): boolean {
  const { required } = (schema ?? {}) as { readonly required?: unknown }
  return path.length === 1 && Array.isArray(required) && required.includes(path[0])
}

/** What the person said to the server is theirs to say. */
function saysOnly(value: unknown, asked: ReadonlySet<string>): boolean {
  const words = typeof value === 'string' ? [...contentWords(value)] : []
  return words.length > 0 && words.every((word) => asked.has(word))
}
