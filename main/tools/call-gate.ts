import type { CallDecision, SimilarCall } from '../../contract/calls/calls'
import { QuarryError } from '../../contract/errors'
import type { UniversalResource } from '../../contract/resources/resource'
import { decide, type ProposedCall, type RuleBook, type Thresholds } from '../gate'
import { type Database, hashOfJson } from '../store'
import type { CallRequest } from './call'
import type { CallMeanings } from './call-meanings'
import { hasChanged, readSessionRules } from './repository/precedents'
import { comparePastCalls, mayTell, othersOf, similarCallsOf } from './similar-calls'
import type { DescribedTool } from './tool'

/** What a person set that bounds every call. */
export interface CallLimits {
  readonly egress: ProposedCall['egress']
  readonly thresholds: Thresholds
  /** Folders that the person gave, absolute. */
  readonly roots: readonly string[]
  /** As the files are now. */
  readonly rules: RuleBook
}

export interface CallGateOptions {
  readonly database: Database
  readonly projectId: string
  readonly limits: () => Promise<CallLimits>
  /** Whether the person lets a session write files; without it none may. */
  mayWriteFiles?(sessionId: string): Promise<boolean>
  /** Throws `resource.notFound`. */
  readResource(resourceId: string): Promise<Pick<UniversalResource, 'name'>>
  /** Finds calls that were made in other words; without it calls are compared by their words alone. */
  readonly meanings?: CallMeanings | undefined
}

/** A call before it is decided on. */
export interface JudgedCall {
  readonly tool: DescribedTool
  readonly request: CallRequest
  /** Null where no session makes it. */
  readonly sessionId: string | null
  /** What the person asked. */
  readonly question: string
  /** What the step looks for, in the words of the plan. */
  readonly purpose: string
  /** The resource that it would be made on, where the request names none. */
  readonly resource?: { readonly name: string | null; readonly id: string | null }
  /** Decide in place of those that the files have now. */
  readonly rules?: RuleBook | undefined
}

export interface Judgement extends CallDecision {
  readonly similarCalls: readonly SimilarCall[]
  /** Changes with what the tool says of itself. */
  readonly toolHash: string
}

/**
 * Decides on a call: rules, then risk with what came of similar calls. Runs nothing and writes nothing. Never to be awaited
 * within a transaction: what it reads waits for that to end.
 */
export type JudgeCall = (call: JudgedCall) => Promise<Judgement>

/** The gate of a project's calls. */
export function createCallGate({
  database,
  projectId,
  limits,
  mayWriteFiles,
  readResource,
  meanings,
}: CallGateOptions): JudgeCall {
  return async ({ tool, request, sessionId, question, purpose, resource: named, rules: tried }) => {
    const { name, server, description, inputSchema, tier, effect } = tool
    const { input } = request
    const resourceId = request.resourceId ?? named?.id ?? null
    const toolHash = hashOfTool(tool)
    const origin = { projectId, tool: name, server, resourceId }
    const said = { tool: name, question, input }
    const [{ compared, begun }, { egress, roots, rules: kept, thresholds }, resource, sessionRules, isChanged] =
      await Promise.all([
        // First: encoding takes as long as all that is read meanwhile.
        comparePastCalls(database, origin, said).then((past) => {
          const others = mayTell(past) ? othersOf(past) : []
          return { compared: past, begun: others.length === 0 ? undefined : meanings?.nearness(said, others) }
        }),
        limits(),
        request.resourceId === null
          ? (named?.name ?? null)
          : readResource(request.resourceId).then((read) => read.name),
        sessionId === null ? [] : readSessionRules(database, origin, sessionId),
        server !== 'builtin' && hasChanged(database, origin, toolHash),
      ])
    const rules = tried ?? kept
    // What is always on reads the library alone: the plan's own words may be looked for there.
    const asked = tier === 'L1' ? `${question}\n${purpose}` : question
    const proposed: ProposedCall = {
      tool: { name, server, description, schema: inputSchema, tier, readOnly: effect === 'reads' },
      arguments: { ...input },
      // Of tools of services a grant is a rule that allows: for the session, or always.
      asksEachWrite: true,
      granted: server === 'builtin' && sessionId !== null && ((await mayWriteFiles?.(sessionId)) ?? false),
      egress,
      roots: [...roots],
      question: asked,
      context: request.trigger ?? { source: 'user', text: asked },
      resource,
      resourceId,
    }
    const decideOn = (near: ReadonlyMap<string, number>) => {
      const { similarCalls, unsettled: history } = similarCallsOf(compared, said, near)
      const { reasons, ...decision } = decide(proposed, {
        rules: { ...rules, rules: [...rules.rules, ...sessionRules] },
        history,
        thresholds,
        isChanged,
      })
      return { ...decision, reasons: [...reasons], similarCalls, toolHash }
    }
    const judged = decideOn((await begun) ?? new Map())
    if (begun !== undefined || judged.decision !== 'ask') return judged
    // Who is asked is shown what is like it in other words, too.
    const near = await meanings?.nearness(said, othersOf(compared))
    return near === undefined || near.size === 0 ? judged : decideOn(near)
  }
}

/** Of what a tool says of itself. */
export const hashOfTool = ({ description, inputSchema, tier, effect, version }: DescribedTool): string =>
  hashOfJson([description, inputSchema, tier, effect, ...(version === undefined ? [] : [version])])

/** Of a call that a rule denies, with the rule's name. */
export function refusedByRule(tool: string, { reasons }: CallDecision): QuarryError {
  const rule = reasons.find(({ fact }) => fact.kind === 'ruleDecides')?.fact
  const name = rule?.kind === 'ruleDecides' ? rule.values.rule : ''
  return new QuarryError('tool.denied', `A rule denies this call of ${tool}: ${name}`, {
    context: { tool, by: 'rule', rule: name },
  })
}
