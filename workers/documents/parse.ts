import {
  CORE_SCHEMA,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  load,
  mapTag,
  mergeTag,
  seqTag,
  strTag,
  YAMLException,
} from 'js-yaml'
import { QuarryError } from '../../contract/errors'
import { memoryLimitMb } from '../process/started-with'
import { scanJson } from '../readers/json-scanner'
import { withoutComments } from './json-comments'
import { maxAliases, maxDepth, maxExpandedValues } from './limits'

/** `!Ref`, `!!timestamp`, `!include …`: local tags, and those of other schemas. */
const unknownTags = ['!', 'tag:'].flatMap((prefix) => [
  defineMappingTag(prefix, { ...mapTag, matchByTagPrefix: true }),
  defineSequenceTag(prefix, { ...seqTag, matchByTagPrefix: true }),
  defineScalarTag(prefix, { ...strTag, implicit: false, matchByTagPrefix: true }),
])

/** YAML 1.2's core schema with merge keys (`<<`). A tag that it does not know marks a plain value: nothing is made of it. */
const yamlSchema = CORE_SCHEMA.withTags(mergeTag, ...unknownTags)

/**
 * The value of a JSON or YAML text. JSON may have comments and trailing commas, as settings of editors do. Throws
 * `resource.invalid` with the line where it is neither, and where it is nested or repeats itself beyond any use.
 */
export function parseDocument(text: string): unknown {
  const value = parsed(text)
  requireShallow(value)
  return value
}

function parsed(text: string): unknown {
  const start = text.slice(0, 10_000)
  if (/^\s*(?:[[{]|\/[/*])/.test(start)) return parseJson(text)
  // Members without the braces around them: cut out of a page that tells what to add to a file.
  if (/^\s*"[^"\n]*"\s*:\s*\{/.test(start)) return parseJson(`{${text}}`)
  return parseYaml(text)
}

function parseJson(text: string): unknown {
  requireHeapFor(text)
  try {
    return JSON.parse(text)
  } catch (error) {
    const plain = withoutComments(text)
    if (plain !== text) {
      try {
        return JSON.parse(plain)
      } catch {
        // The first error stands: comments were not all that was wrong.
      }
    }
    // YAML's braces need no quotes, and allow what is often written by hand.
    if (text.length < 1_000_000) {
      try {
        return parseYaml(text)
      } catch {
        // Told as what it looks like: JSON.
      }
    }
    throw invalidJson(plain, error)
  }
}

/** V8 does not always tell the place of an error: our own scanner does. */
function invalidJson(text: string, cause: unknown): QuarryError {
  try {
    scanJson(text, () => {})
  } catch (error) {
    if (error instanceof QuarryError) return invalid(error.message, Number(error.context?.line ?? 0) || null, cause)
    throw error
  }
  return invalid('It is not valid JSON.', null, cause)
}

const loadYaml = (text: string): unknown =>
  load(text, { schema: yamlSchema, json: true, maxDepth, maxAliases, maxTotalMergeKeys: 100_000 })

/** A bracket that closes below the key whose list it ends, as far out as that: most programs take it, YAML 1.2 does not. */
const closesFarOut = /^(?=[ ]*[\]}][\]}, ]*$)/gm

function parseYaml(text: string): unknown {
  try {
    return loadYaml(text)
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    if (error.reason.startsWith('deficient indentation')) {
      try {
        return loadYaml(text.replace(closesFarOut, ' '.repeat(maxDepth)))
      } catch {
        // The first error stands: where brackets close was not all that was wrong.
      }
    }
    const line = error.mark === undefined ? null : error.mark.line + 1
    // Without the piece of text that a reason may quote: a password that begins with `*` is an alias to YAML.
    const reason = error.reason.split(/"|: /, 1)[0]!.trimEnd()
    throw invalid(`It is not valid YAML: ${reason}${line === null ? '' : ` in line ${line}`}.`, line, error)
  }
}

function invalid(message: string, line: number | null, cause: unknown): QuarryError {
  return new QuarryError('resource.invalid', message, {
    remedy: 'repairFile',
    cause,
    ...(line === null ? {} : { context: { line } }),
  })
}

/**
 * Refuses what would overflow or never end when it is walked: a few aliases can stand for 10^9 values (a "YAML bomb").
 * Each object is looked at once, so this costs as much as the text has, whatever it stands for.
 */
function requireShallow(root: unknown): void {
  const expanded = new Map<object, number>()
  const open = new Set<object>()
  const stack: { readonly node: object; readonly values: readonly unknown[]; at: number; count: number }[] = []
  const enter = (node: object): void => {
    if (stack.length >= maxDepth) {
      throw invalid(`It is nested more than ${maxDepth} levels deep.`, null, undefined)
    }
    open.add(node)
    stack.push({ node, values: Array.isArray(node) ? node : Object.values(node), at: 0, count: 1 })
  }
  if (typeof root === 'object' && root !== null) enter(root)
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    if (frame.at === frame.values.length) {
      if (frame.count > maxExpandedValues) {
        throw invalid('Its aliases stand for more values than can be held.', null, undefined)
      }
      stack.pop()
      open.delete(frame.node)
      expanded.set(frame.node, frame.count)
      const above = stack.at(-1)
      if (above !== undefined) above.count += frame.count
      continue
    }
    const value = frame.values[frame.at++]
    if (typeof value !== 'object' || value === null) {
      frame.count++
      continue
    }
    const known = expanded.get(value)
    if (known !== undefined) frame.count += known
    else if (open.has(value)) throw invalid('It contains itself.', null, undefined)
    else enter(value)
  }
}

/** Memory where this process has no limit of its own (a test that calls it directly), in MB. */
const assumedHeapMb = 1024
/** Share of the heap that a value may take: its text and what is made of it need the rest. */
const usableShare = 0.8

/**
 * Refuses JSON whose value would not fit this process's memory, before it is built: so it is told in a moment, and the
 * process lives. Throws `resource.tooLarge`.
 *
 * Bytes for each character that opens, parts or names a value: an upper bound over thirteen shapes of JSON (arrays of
 * empty objects, distinct keys, deep nesting, numbers, strings …), which took between 8% and 99% of it.
 */
function requireHeapFor(text: string): void {
  let bytes = 2 * text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x7b || code === 0x5b || code === 0x3a) bytes += 64
    else if (code === 0x2c) bytes += 24
    else if (code === 0x22) bytes += 16
  }
  const heapMb = memoryLimitMb ?? assumedHeapMb
  if (bytes <= heapMb * 1024 * 1024 * usableShare) return
  throw new QuarryError('resource.tooLarge', `Reading it needs more than ${heapMb} MB of memory.`, {
    remedy: 'split',
    context: { estimatedMb: Math.round(bytes / 1e6) },
  })
}
