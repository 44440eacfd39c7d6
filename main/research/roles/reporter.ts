import { QuarryError } from '../../../contract/errors'
import {
  answersNothing,
  isClaim,
  isUnaided,
  type ReportSentence,
  type ReportView,
} from '../../../contract/report/report'
import type { RemarkFact } from '../../../contract/report/report-facts'
import type { SessionState } from '../../../contract/session/session'
import type { SessionEventFact } from '../../../contract/session/session-facts'
import { type Evidence, type Inquiry, workingQuestion } from '../../reasoning'
import { abortable } from '../../threads'
import { markChanges } from '../changes'
import type { LeaseRequest } from '../lease'
import { readConversation } from '../repository/conversation'
import { readGivenItems } from '../repository/given'
import { readInquiry } from '../repository/inquiry'
import { readLastQuestion, readSaid } from '../repository/messages'
import { readFinishedSteps } from '../repository/observations'
import { insertReport, readReport, updateReport } from '../repository/reports'
import { readResumePoint } from '../repository/resume-point'
import { keepWithinScope } from '../repository/scope'
import { moveSession, readSession } from '../repository/sessions'
import { readUnusedResources } from '../repository/unused-resources'
import type { OnSession, RoleInput, RowsMoved } from '../role'
import type { RoleContext } from './context'
import { namesOf, withDates } from './dated'
import { giveContext, withRemembered } from './given'
import { progressUntil, roleRequest, taskIds } from './working'

/** A report that needs nothing of the library: the question, and what the session asked and answered before. */
async function composeUnaided(
  { database, engineOf }: RoleContext,
  { sessionId, onProgress }: RoleInput,
  inquiry: Inquiry,
  signal: AbortSignal,
): Promise<ReportView> {
  const engine = await engineOf(sessionId)
  const conversation = await readConversation(database, sessionId)
  const options = { signal, onProgress: progressUntil(signal, onProgress) }
  return abortable(engine.writeReport({ inquiry, steps: [], partial: false, conversation }, options), signal)
}

const remarksOf = (facts: readonly RemarkFact[], id: string, first: number): ReportSentence[] =>
  facts.map((fact, at) => ({
    id: `${id}-${at + 1}`,
    citations: [],
    paragraph: first + at,
    method: 'none',
    fact,
  }))

/** The paragraph after the last one. */
const after = (sentences: readonly ReportSentence[]): number =>
  Math.max(-1, ...sentences.map(({ paragraph }) => paragraph)) + 1

/** Where nothing answers, what a database could answer instead is said at once. */
const withOffers = (sections: ReportView['sections'], facts: readonly RemarkFact[]): ReportView['sections'] =>
  sections.map((section) =>
    section.kind === 'summary'
      ? { ...section, sentences: [...section.sentences, ...remarksOf(facts, 'offer', after(section.sentences))] }
      : section,
  )

const isOffer = (fact: RemarkFact): boolean =>
  fact.kind === 'databaseNear' || (fact.kind === 'resourceUnasked' && fact.values.declined !== undefined)

/** What was reserved and not used is said among what was not found, before the sources. */
function withUnused(sections: ReportView['sections'], facts: readonly RemarkFact[]): ReportView['sections'] {
  if (facts.length === 0) return sections
  const found = sections.find(({ kind }) => kind === 'notFound')
  const said = (found?.sentences ?? []).filter((one) => isClaim(one) || one.fact.kind !== 'nothingMissing')
  const told = { kind: 'notFound' as const, sentences: [...said, ...remarksOf(facts, 'unused', after(said))] }
  const isBefore = ({ kind }: ReportView['sections'][number]): boolean => kind !== 'sources' && kind !== 'notFound'
  return [...sections.filter(isBefore), told, ...sections.filter(({ kind }) => kind === 'sources')]
}

/** Sources named where nothing answers. */
const mostNearby = 3

async function compose(
  context: RoleContext,
  { sessionId, onProgress }: RoleInput,
  partial: boolean,
  signal: AbortSignal,
): Promise<ReportView> {
  const { database, engineOf, projectId } = context
  const inquiry = await readInquiry(database, sessionId)
  if (inquiry.mode === 'modelOnly') return composeUnaided(context, { sessionId, onProgress }, inquiry, signal)
  const engine = await engineOf(sessionId)
  const session = await readSession(database, projectId, sessionId)
  const { investigation, settings, reportVersion } = session
  const isUsed = ({ place }: Pick<Evidence, 'place'>): boolean =>
    place.kind !== 'source' || inquiry.neverUse?.includes(place.sourceId) !== true
  const steps = (await readFinishedSteps(database, sessionId)).map(({ findings, ...finished }) => ({
    ...finished,
    findings: findings === null ? null : { ...findings, evidence: findings.evidence.filter(isUsed) },
  }))
  const pinned = (await keepWithinScope(database, sessionId, settings.pinned ?? []))
    .filter(isUsed)
    .map((piece) => ({ ...piece, score: 1, reason: null }))
  const hits =
    investigation?.hits.map((hit) => ({ ...hit, place: { kind: 'source' as const, sourceId: hit.sourceId } })) ?? []
  const near = (await keepWithinScope(database, sessionId, hits)).map(({ title, sourceName }) => title ?? sourceName)
  // Who stops a session waits for nothing that is not found yet.
  const given = partial
    ? undefined
    : await giveContext(
        context,
        session,
        { part: 'report', texts: [workingQuestion(inquiry)], limits: inquiry },
        signal,
      )
  const { template } = settings
  const found = steps.flatMap(({ findings }) => findings?.evidence ?? [])
  const citedAs = template === 'review' ? await namesOf(found, context) : undefined
  const report = await abortable(
    engine.writeReport(
      {
        inquiry,
        steps,
        partial,
        pinned,
        template,
        ...(citedAs !== undefined && { citedAs }),
        nearby: [...new Set(near)].slice(0, mostNearby),
        given,
      },
      { signal, onProgress: progressUntil(signal, onProgress) },
    ),
    signal,
  )
  const unused = await readUnusedResources(database, projectId, sessionId)
  const mayUse = ({ resourceId }: { readonly resourceId: string }): boolean =>
    inquiry.scope?.resourceIds.includes(resourceId) !== false
  const isSilent = answersNothing(report)
  const unasked =
    isSilent && !partial && unused.length === 0
      ? await context.decliningDatabases?.(inquiry.question, signal)
      : undefined
  const nearly = (unasked ?? [])
    .filter((one) => one.isNear && mayUse(one))
    .map(({ isNear: _, ...values }): RemarkFact => ({ kind: 'databaseNear', values }))
  const remembered = await readGivenItems(database, { sessionId, version: reportVersion })
  const passedOver = ((await context.passedOverDatabases?.()) ?? [])
    .filter((one) => mayUse(one) && !unused.some(({ values }) => values.name === one.name))
    .map(({ name, error }): RemarkFact => ({ kind: 'databasePassedOver', values: { name, error } }))
  const offers = isSilent ? [...unused, ...nearly].filter(isOffer) : []
  const unsaid = [...unused.filter((fact) => !offers.includes(fact)), ...passedOver]
  const sections = withRemembered(withOffers(withUnused(report.sections, unsaid), offers), remembered)
  const whole = await withDates({ ...report, sections, partial }, context)
  const isUpdate = (await readLastQuestion(database, sessionId))?.mode === 'update'
  const before = isUpdate ? await readReport(database, { sessionId, version: reportVersion - 1 }) : null
  return before === null ? whole : markChanges(before, whole, reportVersion - 1)
}

/** What verifying asks the pool for. */
export const requestReviewer = (context: RoleContext, { sessionId }: OnSession): Promise<LeaseRequest> =>
  roleRequest(context, sessionId, taskIds.verify(sessionId), { type: 'reviewer', capability: 'quality_check' })

async function verify(
  { database, engineOf, projectId }: RoleContext,
  { sessionId, onProgress }: RoleInput,
  signal: AbortSignal,
  record: (report: ReportView) => Promise<RowsMoved>,
): Promise<RowsMoved> {
  const session = await readSession(database, projectId, sessionId)
  const report = await readReport(database, { sessionId, version: session.reportVersion })
  if (report === null) throw new QuarryError('internal', 'There is no report to verify.')
  const engine = await engineOf(sessionId)
  const options = { signal, onProgress: progressUntil(signal, onProgress) }
  return record(await abortable(engine.verifyReport(report, options), signal))
}

interface ReportMove {
  readonly from: SessionState
  readonly to: SessionState
  readonly type: 'report.written' | 'report.verified'
}

/** Writes the report, or its verdicts, together with the transition. */
function recorder(
  context: RoleContext,
  sessionId: string,
  signal: AbortSignal,
  { from, to, type }: ReportMove,
  isWritten: boolean,
): (report: ReportView) => Promise<RowsMoved> {
  const { database, projectId, now } = context
  return async (report) => {
    const writeLearned = to === 'done' ? await learn(context, sessionId, report) : null
    return database.transaction(async (transaction) => {
      signal.throwIfAborted()
      const at = now()
      const { supported, claims, citations } = report
      const checked: SessionEventFact = isUnaided(report)
        ? { kind: 'nothingToCheck', values: {} }
        : { kind: 'sentencesChecked', values: { supported, claims } }
      const detail: SessionEventFact = isWritten
        ? checked
        : { kind: 'citationsMade', values: { count: citations.length } }
      await moveSession(transaction, { projectId, sessionId, from, to, event: { type, detail }, at })
      const { reportVersion: version } = await readSession(transaction, projectId, sessionId)
      if (isWritten) await updateReport(transaction, { sessionId, version }, report, at)
      else await insertReport(transaction, projectId, { sessionId, version }, report, at)
      await writeLearned?.(transaction)
      return { point: await readResumePoint(transaction, projectId, sessionId) }
    })
  }
}

/** What a finished report leaves behind for later sessions. */
async function learn({ database, projectId, memory }: RoleContext, sessionId: string, report: ReportView) {
  // What a model says from nowhere is worth remembering to nobody.
  if (memory === undefined || isUnaided(report)) return null
  const { reportVersion: version } = await readSession(database, projectId, sessionId)
  const question = workingQuestion(await readInquiry(database, sessionId))
  const said = await readSaid(database, sessionId)
  const used = await readGivenItems(database, { sessionId, version })
  return memory.learn({ sessionId, version, question, said, report, used })
}

/** Writes the report with its citation registry. */
export async function writeReport(context: RoleContext, input: RoleInput, signal: AbortSignal): Promise<RowsMoved> {
  const report = await compose(context, input, false, signal)
  const move = { from: 'reporting', to: 'verifying', type: 'report.written' } as const
  return recorder(context, input.sessionId, signal, move, false)(report)
}

/** Has a reviewer check every sentence, and writes the verdicts. */
export async function verifyReport(context: RoleContext, input: RoleInput, signal: AbortSignal): Promise<RowsMoved> {
  const move = { from: 'verifying', to: 'done', type: 'report.verified' } as const
  return verify(context, input, signal, recorder(context, input.sessionId, signal, move, true))
}

/** After a stop: a report from what the finished steps found, said to be partial. */
export async function writePartialReport(
  context: RoleContext,
  input: RoleInput,
  signal: AbortSignal,
): Promise<RowsMoved> {
  const report = await compose(context, input, true, signal)
  const move = { from: 'stopped', to: 'stopped', type: 'report.written' } as const
  return recorder(context, input.sessionId, signal, move, false)(report)
}

/** After a stop: verdicts of the partial report. */
export async function verifyPartialReport(
  context: RoleContext,
  input: RoleInput,
  signal: AbortSignal,
): Promise<RowsMoved> {
  const move = { from: 'stopped', to: 'stopped', type: 'report.verified' } as const
  return verify(context, input, signal, recorder(context, input.sessionId, signal, move, true))
}
