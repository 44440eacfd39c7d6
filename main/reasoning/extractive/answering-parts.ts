import { type JsonValue, pointerSegment } from '../../../contract/json'
import { contentStems, withIdentifiersParted } from '../../language'
import { identifierWords, likeness } from '../../text2sql'

/** A part of a result, and the plain fact that it states. */
export interface AnsweringPart {
  /** JSON pointer into the result. */
  readonly pointer: string
  readonly sentence: string
  /** The single values that it states, each by itself. */
  readonly leaves: readonly Omit<AnsweringPart, 'leaves'>[]
}

const mostParts = 8
/** Of one object, and of one of its values. */
const mostMembers = 12
const mostCharacters = 300
/** An object with no more values of its own is the envelope of the list that it holds. */
const mostOfEnvelope = 4
const deepest = 3

/** What a question asks, as names and values are compared with it. */
interface Asked {
  readonly stems: ReadonlySet<string>
  readonly words: readonly string[]
}

/**
 * The parts of a call's result that answer a question, as plain facts (`name: Chur, factor: 4.7`): of a thing what is asked of
 * it; of a list the items that hold the question's words, where some do and others don't, else its first ones. None where a
 * search found nothing. Pure.
 */
export function answeringParts(value: JsonValue, question: string): AnsweringPart[] {
  const asked = { stems: contentStems(question), words: identifierWords(question) }
  const { value: inner, pointer } = withoutEnvelope(value, '', 0)
  const list = listIn(inner, pointer, 0)
  if (list === null || isOneThing(inner, list, asked)) return stated(inner, pointer, asked, pointer.endsWith('/0'))
  const scored = list.items.map((item, at) => ({
    item,
    pointer: `${list.pointer}/${at}`,
    score: countHeld(asked.stems, textOf(item)),
  }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const hasWorse = scored.some(({ score }) => score < best)
  return scored
    .filter(({ score }) => !hasWorse || score === best)
    .flatMap((one) => stated(one.item, one.pointer, asked, true))
    .slice(0, mostParts)
}

const isObject = (value: JsonValue | undefined): value is { [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `{ status: 'ok', data: { … } }` answers with its data. */
function withoutEnvelope(value: JsonValue, pointer: string, depth: number): { value: JsonValue; pointer: string } {
  if (!isObject(value) || depth > 2) return { value, pointer }
  const held = Object.entries(value).filter(([, member]) => typeof member === 'object' && member !== null)
  const [only] = held
  const isEnvelope = held.length === 1 && Object.keys(value).length <= mostOfEnvelope
  if (only === undefined || !isEnvelope || !envelopes.test(only[0])) return { value, pointer }
  const [key, member] = only
  const inner = Array.isArray(member) && member.length === 1 ? member[0]! : member
  const at = `${pointer}/${pointerSegment(key)}${inner === member ? '' : '/0'}`
  return isObject(inner) ? withoutEnvelope(inner, at, depth + 1) : { value, pointer }
}
const envelopes = /^(?:data|results?|response|items?|records?|content|body|payload|value|output)$/i

interface FoundList {
  readonly items: readonly JsonValue[]
  readonly pointer: string
}

/** The longest list that the value is, or that is among its members; an empty one where it holds no other. */
function listIn(value: JsonValue, pointer: string, depth: number): FoundList | null {
  if (Array.isArray(value)) return { items: value, pointer }
  if (!isObject(value) || depth > 1) return null
  const lists = Object.entries(value).flatMap(([key, member]) => {
    const found = listIn(member, `${pointer}/${pointerSegment(key)}`, depth + 1)
    return found === null ? [] : [found]
  })
  // One object with some tags is no list of tags.
  const ofObjects = lists.filter(
    ({ items }) => depth > 0 || items.length === 0 || items.some((item) => typeof item === 'object'),
  )
  return ofObjects.sort((one, other) => other.items.length - one.items.length)[0] ?? null
}

/** Whether a value with a list in it is asked for itself: by the name of a value of its own, or as it has many. */
function isOneThing(value: JsonValue, list: FoundList, asked: Asked): boolean {
  if (!isObject(value)) return false
  const own = leavesOf(value, '', deepest).filter(
    ([name]) => !/^(?:total|count|num|page|offset|limit|start)/i.test(name),
  )
  if (own.some(([name]) => isAsked(name, asked))) return true
  const first = list.items[0]
  const isOfItems = first !== undefined && leavesOf(first, '', 0).some(([name]) => isAsked(name, asked))
  return !isOfItems && own.length > mostOfEnvelope
}

/** @param isItem whether it is one of several, so that it is told which one it is */
function stated(value: JsonValue, pointer: string, asked: Asked, isItem: boolean): AnsweringPart[] {
  if (value === null) return []
  if (typeof value !== 'object') {
    return linesOf(String(value), asked.stems).map((line) => ({ pointer, sentence: clipped(line), leaves: [] }))
  }
  const members = leavesOf(value, '', 0)
  const wanted = members.filter(([name]) => isAsked(name, asked))
  // What it is called, and what of it the question names, tell which one it is.
  const naming = isItem
    ? (members.find(([name, leaf]) => isNaming(name, leaf)) ?? members.find(([name, leaf]) => isWording(name, leaf)))
    : undefined
  const isNamed = ([name, leaf]: Leaf): boolean =>
    isItem && !isId(name) && leaf.length > 2 && countHeld(asked.stems, leaf) > 0
  const telling = members.filter(([name]) => !isId(name) && !isBookkeeping.test(name))
  const told =
    wanted.length > 0
      ? members.filter((leaf) => leaf === naming || wanted.includes(leaf) || isNamed(leaf))
      : telling.length > 0
        ? telling
        : members
  const leaves = told.slice(0, mostMembers).map(([name, leaf, under]) => ({
    pointer: `${pointer}${under}`,
    sentence: name === '' ? leaf : `${name}: ${leaf}`,
  }))
  const sentence = leaves.map((one) => one.sentence).join(', ')
  return sentence === '' ? [] : [{ pointer, sentence, leaves }]
}

/** Lines of a text that answer: those that hold the most of the question's words, with what stands below and heads them. */
function linesOf(text: string, stems: ReadonlySet<string>): string[] {
  const lines = text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const held = lines.map((line) => countHeld(stems, line))
  const most = Math.max(0, ...held)
  if (most === 0) return lines.slice(0, 4)
  const best = lines.flatMap((_, at) => (held[at] === most ? [at] : []))
  // A table's head and a record's heading say what a line is.
  const isHead = (line: string): boolean => /^#{1,6} |^\*\*[^*]+\*\*$/.test(line)
  const told = new Set<number>()
  for (const at of best.slice(0, 4)) {
    const head = lines.slice(0, at).findLastIndex(isHead)
    if (head >= 0) told.add(head)
    told.add(at)
    if (isHead(lines[at]!))
      for (let next = at + 1; next < lines.length && next <= at + 3 && !isHead(lines[next]!); next += 1) told.add(next)
  }
  return [...told]
    .sort((one, other) => one - other)
    .slice(0, mostParts)
    .map((at) => lines[at]!)
}

type Leaf = [name: string, leaf: string, pointer: string]

/** Whether a question asks for what is called so. */
function isAsked(name: string, { stems, words }: Asked): boolean {
  const own = identifierWords(name.split(' ').at(-1) ?? name).filter((word) => !idleNames.has(word))
  // Numbers and addresses of things are told where they are asked for.
  if (isBookkeeping.test(name) && countHeld(stems, name.split(' ').at(-1) ?? name) === 0) return false
  if (isId(name) && !words.some((word) => idNames.has(word))) return false
  return (
    own.length > 0 &&
    (countHeld(stems, name.split(' ').at(-1) ?? name) > 0 ||
      own.every((word) => words.some((other) => likeness(other, word) >= 0.8)))
  )
}
const idleNames = new Set(identifierWords('id ids type key url uri value data the is has a an in of on'))
const idNames = new Set(identifierWords('id ids number code key uuid url link address doi isbn'))

/** When something was written, and of what type it is: what nobody asked about says less than the rest. */
const isBookkeeping =
  /(?:^|[ _])(?:type|kind|object|version|created|updated|created_?at|updated_?at|last_?modified|etag|hash|order|sort|active|attributes)$/i
const isId = (name: string): boolean => /(?:^|[_ ]|[a-z](?=I))(?:ids?|uuid|key|url|uri|href|link|self)$/i.test(name)
const isNaming = (name: string, leaf: string): boolean =>
  !isId(name) && /\p{L}{2}/u.test(leaf) && /(?:name|title|label|subject|summary|site|email|login)$/i.test(name)

/** Words, in whatever language it is called so: `nom: Finistère`. */
const isWording = (name: string, leaf: string): boolean =>
  !isId(name) && !isBookkeeping.test(name) && /^\p{Lu}?\p{L}{2}/u.test(leaf) && !/^(?:true|false)$/.test(leaf)

/** Values of a thing by their names, each with its pointer. */
function leavesOf(value: JsonValue, name: string, depth: number, pointer = ''): Leaf[] {
  if (value === null) return []
  if (typeof value !== 'object') return [[name, clipped(String(value).replace(/\s+/g, ' ').trim()), pointer]]
  if (depth > deepest && name !== '') return []
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== 'object')
    if (isPlain) return value.length === 0 ? [] : [[name, clipped(value.join(', ')), pointer]]
    return depth >= deepest
      ? []
      : value.slice(0, 3).flatMap((item, at) => leavesOf(item, name, depth + 1, `${pointer}/${at}`))
  }
  return Object.entries(value).flatMap(([key, member]) => {
    // `attributes: { name }` has a name.
    const isWrapping = /^(?:attributes|properties|fields|node)$/.test(key) && isObject(member)
    const called = isWrapping ? name : name === '' ? key : `${name} ${key}`
    return leavesOf(member, called, depth + 1, `${pointer}/${pointerSegment(key)}`)
  })
}

const clipped = (text: string): string =>
  text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1)}…`

const textOf = (value: JsonValue): string =>
  leavesOf(value, '', 0)
    .map(([, leaf]) => leaf)
    .join(' ')

const countHeld = (asked: ReadonlySet<string>, text: string): number => {
  if (asked.size === 0) return 0
  const held = contentStems(withIdentifiersParted(text))
  return [...asked].filter((stem) => held.has(stem)).length
}
