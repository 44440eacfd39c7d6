import { type JsonValue, pointerSegment } from '../../../contract/json'
import { contentStems, withIdentifiersParted } from '../../language'

/** A part of a result, and the plain fact that it states. */
export interface AnsweringPart {
  /** JSON pointer into the result. */
  readonly pointer: string
  readonly sentence: string
}

const mostParts = 8
/** Of one object, and of one of its values. */
const mostMembers = 12
const mostCharacters = 300

/**
 * The parts of a call's result that answer a question, as plain facts (`name: Chur, factor: 4.7`): of a list the items that
 * hold the question's words, where some do and others don't; else its first ones. Pure.
 */
export function answeringParts(value: JsonValue, question: string): AnsweringPart[] {
  const asked = contentStems(question)
  const list = listIn(value, '', 0)
  if (list === null) return stated(value, '', asked)
  const scored = list.items.map((item, at) => ({
    parts: stated(item, `${list.pointer}/${at}`, new Set()),
    score: countHeld(asked, textOf(item)),
  }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const hasWorse = scored.some(({ score }) => score < best)
  return scored
    .filter(({ score }) => !hasWorse || score === best)
    .flatMap(({ parts }) => parts)
    .slice(0, mostParts)
}

interface FoundList {
  readonly items: readonly JsonValue[]
  readonly pointer: string
}

/** The longest list that the value is, or that is among its members. */
function listIn(value: JsonValue, pointer: string, depth: number): FoundList | null {
  if (Array.isArray(value)) return { items: value, pointer }
  if (typeof value !== 'object' || value === null || depth > 1) return null
  const lists = Object.entries(value).flatMap(([key, member]) => {
    const found = listIn(member, `${pointer}/${pointerSegment(key)}`, depth + 1)
    return found === null || found.items.length === 0 ? [] : [found]
  })
  // One object with some tags is no list of tags.
  const ofObjects = lists.filter(({ items }) => depth > 0 || items.some((item) => typeof item === 'object'))
  return ofObjects.sort((one, other) => other.items.length - one.items.length)[0] ?? null
}

function stated(value: JsonValue, pointer: string, asked: ReadonlySet<string>): AnsweringPart[] {
  if (value === null) return []
  if (typeof value !== 'object') {
    const lines = String(value)
      .split(/\n+/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
    const matching = lines.filter((line) => countHeld(asked, line) > 0)
    return (matching.length > 0 ? matching : lines).slice(0, 4).map((line) => ({ pointer, sentence: clipped(line) }))
  }
  const members = leavesOf(value, '', 0)
  const wanted = members.filter(([name]) => countHeld(asked, name) > 0)
  const told = (wanted.length > 0 ? wanted : members).slice(0, mostMembers)
  const sentence = told.map(([name, leaf]) => (name === '' ? leaf : `${name}: ${leaf}`)).join(', ')
  return sentence === '' ? [] : [{ pointer, sentence }]
}

function leavesOf(value: JsonValue, name: string, depth: number): [name: string, leaf: string][] {
  if (value === null) return []
  if (typeof value !== 'object') return [[name, clipped(String(value).replace(/\s+/g, ' ').trim())]]
  if (depth > 3) return []
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== 'object')
    if (isPlain) return value.length === 0 ? [] : [[name, clipped(value.join(', '))]]
    return value.slice(0, 3).flatMap((item) => leavesOf(item, name, depth + 1))
  }
  return Object.entries(value).flatMap(([key, member]) =>
    leavesOf(member, name === '' ? key : `${name} ${key}`, depth + 1),
  )
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
