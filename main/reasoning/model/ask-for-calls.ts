import { z } from 'zod'
import { QuarryError } from '../../../contract/errors'
import type { ModelCall, ModelTool } from '../../../contract/models/language-model'
import { askForJson, jsonIn } from './ask-for-json'
import { finish } from './offered-tools'
import type { SessionModel, TurnRequest } from './session-model'

/** A call that a model wants; `input` is null where what it wrote is no object. */
export interface WantedCall {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>> | null
}

/** What a model wants next; `keep` is not null where it has finished. */
export interface WantedNext {
  readonly calls: readonly WantedCall[]
  readonly keep: readonly number[] | null
}

const form = z.object({
  calls: z.array(z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) })),
  keep: z.array(z.number().int()),
})
/** How models that know tools by heart write a call where it should not stand. */
const written = z.object({ name: z.string(), arguments: z.unknown().optional(), parameters: z.unknown().optional() })

export interface CallsAsked {
  readonly turn: Omit<TurnRequest, 'schema' | 'tools' | 'messages'>
  readonly tools: readonly ModelTool[]
  /** @param isNative whether the server is told of the tools itself; else the words tell of them, and of the form of an answer */
  readonly messages: (isNative: boolean) => TurnRequest['messages']
  readonly again: (problem: string) => string
}

/**
 * Asks what to call next: by the server's own protocol for tools, and where the server, the model or its answer knows none,
 * by JSON of a form. Throws `model.unusable`, and what a turn throws.
 */
export function createCallAsker(model: SessionModel): (asked: CallsAsked, signal: AbortSignal) => Promise<WantedNext> {
  let isNative = true
  return async ({ turn, tools, messages, again }, signal) => {
    if (isNative) {
      const said = await model
        .take({ ...turn, messages: messages(true), schema: null, tools }, signal)
        .catch((error: unknown) => {
          if (error instanceof QuarryError && error.context?.reason === 'noTools') return null
          throw error
        })
      const next = said === null ? null : said.calls === undefined ? nextIn(said.text) : nextOf(said.calls)
      if (next !== null) return next
      isNative = false
    }
    const json = await askForJson(
      model,
      { turn: { ...turn, messages: messages(false) }, form, problemOf: () => null, again },
      signal,
    )
    const calls = json.calls.map(({ tool, arguments: input }) => ({ name: tool, input }))
    return calls.length === 0 ? { calls, keep: json.keep } : nextFrom(calls)
  }
}

const nextOf = (calls: readonly ModelCall[]): WantedNext =>
  nextFrom(calls.map((call) => ({ name: call.name, input: objectIn(jsonIn(call.arguments)) })))

function nextFrom(calls: readonly WantedCall[]): WantedNext {
  const end = calls.find(({ name }) => name === finish.name)
  const keep = z.array(z.coerce.number().int()).safeParse(end?.input?.keep)
  const others = calls.filter((call) => call !== end)
  // What it still wants to see comes before what it would keep without.
  return { calls: others, keep: others.length === 0 && end !== undefined ? (keep.data ?? []) : null }
}

/** Calls that were written as an answer; null where there are none. */
function nextIn(text: string): WantedNext | null {
  const json = jsonIn(text)
  const formed = form.partial({ keep: true }).safeParse(json).data
  if (formed !== undefined) {
    const calls = formed.calls.map(({ tool, arguments: input }) => ({ name: tool, input }))
    return calls.length === 0 ? { calls, keep: formed.keep ?? [] } : nextFrom(calls)
  }
  const one = written.safeParse(json).data
  return one === undefined ? null : nextFrom([{ name: one.name, input: objectIn(one.arguments ?? one.parameters) }])
}

const objectIn = (value: unknown): WantedCall['input'] =>
  z.record(z.string(), z.unknown()).safeParse(value).data ?? null
