import { changedFile } from '../../../contract/calls/file-change'
import { memoryTools } from '../../../contract/calls/own-tools'
import { QuarryError } from '../../../contract/errors'
import type { Language } from '../../../contract/language'
import type { WorkSwitches } from '../../../contract/session/engine'
import type { StepType } from '../../../contract/session/session'
import { unfitIn } from '../../gate'
import { contentStems, displayText, languageOf } from '../../language'
import { hashOfJson } from '../../store'
import type { CallRequest, CallResult } from '../../tools'
import { isOfService } from '../extractive/ask-resources'
import { workingQuestion } from '../extractive/working-question'
import type { Evidence, GatheringOptions, StepFindings, StepInput } from '../port'
import { createCallAsker, type WantedCall } from './ask-for-calls'
import { estimatePrompt, estimateTokens } from './estimate-tokens'
import { withGiven } from './given'
import { type Computed, type ForeignText, Material, type ReadSources } from './material'
import { finish, type OfferedTool, offerComputing, offerTools, type ToolsOf } from './offered-tools'
import { gatherInEnglish } from './prompts/gather.en'
import { gatherInChinese } from './prompts/gather.zh-CN'
import { processInEnglish } from './prompts/process.en'
import { processInChinese } from './prompts/process.zh-CN'
import { type GatheringPrompt, listedCalls, listedTools } from './prompts/prompt'
import type { SessionModel } from './session-model'

/** Turns of a step (the last of them finishes), calls of a round, and sentences that a model may keep. */
const mostTurns = 6
const mostCalls = 5
const mostKept = 24
/** Tokens of a turn at most, and of its answer: a step takes several. */
const promptTokens = 4000
const answerTokens = 600
/** The same where it may write files: a call holds a whole text. */
const writingPromptTokens = 16_000
const writingAnswerTokens = 4000
/** Sentences that calls of `recall` see, and characters before and after a sentence that `read_source` reads around. */
const recalled = 20
const readBefore = 2000
const readLength = 6000
const shownArguments = 300
/** Failures that Quarry words itself, with the name of the tool. */
const ownErrors: ReadonlySet<string> = new Set(['tool.timeout', 'tool.circuitOpen', 'tool.notFound'])

export interface GatheringPorts {
  readonly toolsOf: ToolsOf
  readonly readSources: ReadSources
  /** The file of a source of the library. Throws `read.notFound` for a note. */
  pathOf(sourceId: string): Promise<string>
  /** Whether there is something to look into by the tools of memory; else they are not offered. */
  hasMemories(): Promise<boolean>
  /** Whether it may ask to write files; else it is not offered the tools. */
  mayWriteFiles(): Promise<boolean>
  /** Whether it thinks after a round of calls and calls again, and whether the calls of a round are made at once. */
  readonly work: Pick<WorkSwitches, 'reAct' | 'parallelCalls'>
}

/** Characters of what memory answered. */
const shownMemories = 2000

const isOfMemory = (tool: string): boolean => tool in memoryTools

/** Whether most of a text's words are the person's own: what files and services say is nothing that a person told. */
function isSaidIn(text: string, said: string): boolean {
  const known = contentStems(said)
  const stems = [...contentStems(text)]
  return stems.length > 0 && stems.filter((stem) => known.has(stem)).length * 2 > stems.length
}

/** What became of a call, as the model is told. */
interface MadeCall {
  readonly name: string
  readonly input: string
  readonly outcome: string
  /** Whose words the outcome is; null where they are Quarry's own. */
  readonly saidBy: string | null
}

type Outcome = Pick<MadeCall, 'outcome' | 'saidBy'>

interface ReadyCall {
  readonly offered: OfferedTool
  readonly request: CallRequest
  readonly around: number | null
  readonly computedOf: Computed['of'] | null
}

/** The last calls, as far as they fit, an outcome that is too long up to where it does. */
function fittingCalls(made: readonly MadeCall[], tokens: number): MadeCall[] {
  const fitting: MadeCall[] = []
  let left = tokens
  for (const call of made.toReversed()) {
    left -= estimateTokens(call.name + call.input)
    if (left <= 0) break
    const needed = estimateTokens(call.outcome)
    fitting.unshift(needed <= left ? call : { ...call, outcome: call.outcome.slice(0, left) })
    left -= needed
  }
  return fitting
}

const prompts: Readonly<Record<StepType, Readonly<Record<Language, GatheringPrompt>>>> = {
  research: { en: gatherInEnglish, 'zh-CN': gatherInChinese },
  processing: { en: processInEnglish, 'zh-CN': processInChinese },
}
/** By which the turns of a step are told from others. */
const promptNames: Readonly<Record<StepType, string>> = { research: 'gather', processing: 'process' }

// Over 300 lines: one conversation, whose calls share what was shown, asked and changed in it.

/**
 * Has a model go on from what rules found for a step, or, where it processes, calculate with what other steps found: it thinks, calls tools, up to five in a round, and sees what they bring,
 * until it names the sentences that answer. Every call goes to the gate; one that is denied or fails is told to the model,
 * which finds another way. What it sees is numbered and fenced, so that it keeps nothing that is not there. The same call is
 * made once; a model that asks for nothing new has to finish.
 * @throws what a turn throws, after `onBroken` was told what databases and services answered until then
 */
export async function gatherWithModel(
  model: SessionModel,
  ports: GatheringPorts,
  found: StepFindings,
  input: StepInput,
  options: GatheringOptions,
  onBroken: (findings: StepFindings) => void,
): Promise<StepFindings> {
  const { signal } = options
  const { inquiry, step } = input
  const question = workingQuestion(inquiry)
  const language = languageOf(question)
  const words = prompts[step.type][language]
  const material = new Material(found.evidence, ports.readSources, input.calls)
  const first = material.size
  const mayWrite = await ports.mayWriteFiles()
  const contextTokens = Math.min(mayWrite ? writingPromptTokens : promptTokens, await model.contextTokens(signal))
  const isProcessing = step.type === 'processing'
  const tools = isProcessing
    ? offerComputing()
    : await offerTools(input.resources, ports.toolsOf, [question, step.query], Math.floor(contextTokens / 4), signal, {
        remember: await ports.hasMemories(),
        writeFiles: mayWrite,
      })
  const resourceNames = new Map(input.resources.map(({ resourceId, name }) => [resourceId, name]))
  const ask = createCallAsker(model)
  const made: MadeCall[] = []
  const asked = new Set<string>()
  /** Files that were changed in this step, and their hashes since. */
  const changed = new Map<string, string>()
  const maxTokens = Math.min(mayWrite ? writingAnswerTokens : answerTokens, Math.floor(contextTokens / 4))
  const most = ports.work.reAct ? mostTurns : 2
  let isLast = false
  /** What the last prompt showed of others beside the material, the newest first. */
  let saidToModel: readonly ForeignText[] = []
  let onOffer: readonly OfferedTool[] = []
  try {
    for (let turn = 1; ; turn++) {
      const offered = isLast || turn === most ? [] : tools
      onOffer = offered
      const messages = (isNative: boolean) => {
        const about = { question, title: step.title, query: step.query }
        const told = isNative ? [] : listedTools(words.tools, offered)
        const toldCalls = fittingCalls(made, Math.floor(contextTokens / 4))
        const calls = listedCalls(words.calls, toldCalls)
        const system = (fence: string) => ({
          role: 'system' as const,
          content: withGiven(words.system(fence, isNative, offered.length > 0), input.given, language, contextTokens),
        })
        const others = [...told, ...calls].join('\n')
        const bare = estimatePrompt([system(''), { role: 'user', content: words.user({ ...about, material: others }) }])
        const native = isNative ? estimateTokens(JSON.stringify(offered)) : 0
        const left = contextTokens - maxTokens - bare - native - 50
        const { fence, text } = material.fenced(Math.max(left, Math.floor(contextTokens / 8)), told, calls)
        saidToModel = toldCalls
          .toReversed()
          .flatMap(({ outcome: said, saidBy }) => (saidBy === null ? [] : [{ source: saidBy, text: said }]))
        return [system(fence), { role: 'user' as const, content: words.user({ ...about, material: text }) }]
      }
      const next = await ask(
        {
          turn: {
            role: 'research',
            about: step.title,
            prompt: `${promptNames[step.type]}/${words.version}/${language}`,
            maxTokens,
          },
          tools: [...offered.map(({ name, description, parameters }) => ({ name, description, parameters })), finish],
          messages,
          again: words.again,
        },
        signal,
      )
      if (next.keep !== null) return keepOf(next.keep)
      if (offered.length === 0) return keepOf([])
      options.onProgress?.(turn, most)
      isLast = !(await makeCalls(next.calls.slice(0, mostCalls)))
    }
  } catch (error) {
    signal.throwIfAborted()
    onBroken(keepOf([]))
    throw error
  }

  /** What rules found, what was answered meanwhile, and before all else what the model chose. */
  function keepOf(numbers: readonly number[]): StepFindings {
    // What others found is theirs, and stays with them.
    const own = isProcessing ? [] : found.evidence
    const isOwn = (n: number): boolean => !isProcessing || n > first
    const chosen = [...new Set(numbers)]
      .filter(isOwn)
      .slice(0, mostKept)
      .flatMap((n) => material.at(n) ?? [])
    const kept = chosen.map((item, at): Evidence => ({ ...item, score: Math.max(item.score, 1 - at / 100) }))
    const others = [...own, ...material.answersFrom(first + 1)].filter((item) => !chosen.includes(item))
    return { ...found, found: found.found + material.size - first, evidence: [...kept, ...others] }
  }

  /** Makes calls at once and takes in what they bring; false where none of them is new. */
  async function makeCalls(wanted: readonly WantedCall[]): Promise<boolean> {
    let fresh = 0
    const ready: { readonly want: WantedCall; readonly call: ReadyCall }[] = []
    for (const want of wanted) {
      const key = hashOfJson([want.name, want.input])
      const call = asked.has(key) ? words.madeAlready : await readyCall(want)
      if (!asked.has(key)) fresh++
      asked.add(key)
      if (typeof call === 'string') note(want, { outcome: call, saidBy: null })
      else ready.push({ want, call })
    }
    // One after the other is a batch for each.
    for (const batch of ports.work.parallelCalls ? [ready] : ready.map((one) => [one])) {
      const results = await Promise.allSettled(batch.map(({ call }) => options.callTool(call.request)))
      for (const [at, result] of results.entries()) {
        const { want, call } = batch[at]!
        note(want, await outcomeOf(call, result))
      }
    }
    return fresh > 0
  }

  async function outcomeOf(
    { offered, request, around, computedOf }: ReadyCall,
    result: PromiseSettledResult<CallResult>,
  ): Promise<Outcome> {
    const { isService, tool, resourceId } = offered
    // What code says, it may say in words of the rows that it was handed.
    const of = computedOf?.resourceId ?? resourceId
    const saidBy = of === null ? null : displayText(resourceNames.get(of) ?? tool)
    try {
      if (result.status === 'rejected') throw result.reason
      if (isOfMemory(tool))
        return { outcome: JSON.stringify(result.value.output).slice(0, shownMemories), saidBy: 'memory' }
      if (offered.name === 'apply_change' && !isService) {
        changed.set(String(request.input.path), changedFile.parse(result.value.output).hash)
      }
      const call = { callId: result.value.callId, request, isService, around, computedOf, question, inquiry }
      const outcome = await material.take(result.value.output, call, signal)
      return { outcome, saidBy: !isService && tool === 'describe_table' ? saidBy : null }
    } catch (error) {
      if (signal.aborted) throw error
      if (error instanceof QuarryError && error.code === 'place.invalid')
        return { outcome: words.failed('the answer is too large to be kept; ask for less'), saidBy: null }
      if (!isOfService(error)) throw error
      if (error.code === 'tool.denied') return { outcome: words.denied(error.message), saidBy: null }
      return { outcome: words.failed(error.message), saidBy: ownErrors.has(error.code) ? null : saidBy }
    }
  }

  function note({ name, input: given }: WantedCall, { outcome, saidBy }: Outcome): void {
    made.push({ name, input: JSON.stringify(given).slice(0, shownArguments), outcome: displayText(outcome), saidBy })
  }

  /** The words of others that a call on a resource may come from; undefined where none were shown. */
  function triggerOf(resourceId: string | null): CallRequest['trigger'] {
    // What a service says of its own tools is how it wants to be called: the gate reads that by a measure of its own.
    const described = onOffer.flatMap((tool): ForeignText[] =>
      tool.isService && tool.resourceId !== null && tool.resourceId !== resourceId
        ? [{ source: displayText(resourceNames.get(tool.resourceId) ?? tool.tool), text: tool.description }]
        : [],
    )
    // What a person told is theirs; what was answered before stands in sources.
    const answered = (input.given?.items ?? []).filter(({ kind }) => kind === 'answer')
    const remembered = answered.map(({ text }) => ({ source: 'memory', text }))
    const texts = [...saidToModel, ...material.shown, ...described, ...remembered]
    if (texts.length === 0) return undefined
    const sources = [...new Set(texts.map(({ source }) => source))]
    return { source: sources.slice(0, 3).join(', '), text: texts.map(({ text }) => text).join('\n') }
  }

  /** The call as it is made, or what is wrong with it. */
  async function readyCall({ name, input: given }: WantedCall): Promise<ReadyCall | string> {
    const offered = tools.find((tool) => tool.name === name)
    if (offered === undefined) return words.failed(`no tool “${name}”`)
    if (given === null) return words.failed('the arguments are no JSON object')
    const [unfit] = unfitIn(offered.parameters, given)
    if (unfit !== undefined) return words.failed(`${unfit.argument}: ${unfit.problem}`)
    const { tool, resourceId, isService } = offered
    if (!isService && tool === 'recall') {
      const request = { tool, resourceId, input: { query: given.query, top: recalled } }
      return { offered, around: null, computedOf: null, request }
    }
    if (!isService && tool === 'read_source') {
      const place = material.at(Number(given.near))?.place
      if (place?.kind !== 'source') return words.failed('near: no sentence of a document has that number')
      const span = { offset: Math.max(0, place.start - readBefore), length: readLength }
      return {
        offered,
        around: place.passageId,
        computedOf: null,
        request: { tool, resourceId, input: { sourceId: place.sourceId, ...span } },
      }
    }
    if (!isService && tool === 'apply_change') {
      // What it read is what it changes: a document that it has seen, as it was then.
      const place = material.at(Number(given.near))?.place
      if (place?.kind !== 'source' || place.contentHash === null)
        return words.failed('near: no sentence of a file has that number')
      const path = await ports.pathOf(place.sourceId).catch(() => null)
      if (path === null) return words.failed('near: this document has no file')
      const hash = changed.get(path) ?? place.contentHash
      const request = { tool, resourceId, input: { path, hash, edits: given.edits }, trigger: triggerOf(resourceId) }
      return { offered, around: null, computedOf: null, request }
    }
    if (!isService && tool === 'remember' && !isSaidIn(String(given.text), question))
      return words.failed('text: only what the person said in this session can be stored')
    if (!isService && tool === 'compute') {
      const rows = material.rowsFor(given.tables as Readonly<Record<string, number>>)
      if (rows === null) return words.failed('tables: each needs the number of a row that a query brought')
      const request = { tool, resourceId, input: { code: given.code, ...rows.input }, trigger: triggerOf(resourceId) }
      return { offered, around: null, computedOf: rows.of, request }
    }
    // Quarry's own library is read in any words; a resource is asked on those of a text that others wrote.
    return {
      offered,
      around: null,
      computedOf: null,
      request: { tool, resourceId, input: given, trigger: triggerOf(resourceId) },
    }
  }
}
