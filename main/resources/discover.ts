import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type PlainRemedy, plainRemedy } from '../../contract/app/plain-remedies'
import type { ErrorCode } from '../../contract/error-codes'
import { QuarryError } from '../../contract/errors'
import type { ResourceDraft, ResourceOffer } from '../../contract/resources/resource'
import type { Secrets } from '../secrets'
import { openRegular } from '../system'
import { clipDraft } from './clip-draft'
import type { Discoverer, Discovery, DiscoveryTarget } from './discoverers/discoverer'
import { flavourOf, locationOf, partsOf } from './kind-of'

/** What helps where the one who looked knows no better: an error without a way out helps nobody. */
const remedies: Partial<Record<ErrorCode, PlainRemedy>> = {
  'resource.corrupt': 'takeWholeCopy',
  'resource.invalid': 'putRight',
  'resource.tooLarge': 'splitAndDropPart',
  'resource.timeout': 'lookWhenLessToDo',
  'resource.unreachable': 'lookWhenItAnswers',
  'resource.unsupported': 'savePlainerCopy',
}

/** The same error with what helps; others as they are. */
function withRemedy(error: unknown): unknown {
  if (!(error instanceof QuarryError) || error.remedy !== undefined) return error
  const remedy = remedies[error.code]
  if (remedy === undefined) return error
  const { context } = error
  return new QuarryError(error.code, error.message, {
    remedy,
    ...(context === undefined ? {} : { context }),
    cause: error.cause,
  })
}

/** The same draft, its error with what helps. */
function draftWithRemedy(draft: ResourceDraft): ResourceDraft {
  const { error } = draft
  const remedy = error === null ? undefined : remedies[error.code]
  if (error === null || error.remedy !== undefined || remedy === undefined) return draft
  return { ...draft, error: { ...error, remedy: plainRemedy(remedy) } }
}

/** What discoverers see of a file before they open it. */
const headBytes = 64 * 1024

/** A path as discoverers get it. Throws what the file system throws. */
export async function targetOfPath(path: string): Promise<DiscoveryTarget & { kind: 'path' }> {
  const real = await realpath(resolve(path))
  const found = await stat(real)
  const isDirectory = found.isDirectory()
  const head = isDirectory || !found.isFile() ? new Uint8Array() : await readHead(real)
  return { kind: 'path', path: real, isDirectory, sizeBytes: isDirectory ? 0 : found.size, head }
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await openRegular(path)
  if (file === null) return new Uint8Array()
  try {
    const buffer = Buffer.alloc(headBytes)
    const { bytesRead } = await file.read(buffer, 0, headBytes, 0)
    return new Uint8Array(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** What the first discoverer that knows the thing makes of it, its drafts within the contract's limits; else null. */
export async function discoverWith(
  discoverers: readonly Discoverer[],
  target: DiscoveryTarget,
  options: { readonly signal: AbortSignal; readonly secrets: Secrets },
): Promise<Discovery | null> {
  for (const discoverer of discoverers) {
    if (!discoverer.recognises(target)) continue
    const discovery = await looked(() => discoverer.discover(target, options))
    options.signal.throwIfAborted()
    if (discovery !== null && discovery.drafts.length > 0) {
      return { ...discovery, drafts: discovery.drafts.map((draft) => clipDraft(draftWithRemedy(draft))) }
    }
  }
  return null
}

async function looked(look: () => Promise<Discovery | null>): Promise<Discovery | null> {
  try {
    return await look()
  } catch (error) {
    throw withRemedy(error)
  }
}

/** The whole resources of a discovery, without their parts. */
export const wholesOf = (discovery: Pick<Discovery, 'drafts'>): ResourceDraft[] =>
  discovery.drafts.filter(({ parentId }) => parentId === null)

export function offerOf(
  draft: ResourceDraft,
  discovery: Pick<Discovery, 'exclusive'>,
  sizeBytes: number | null,
  known: ReadonlySet<string>,
): ResourceOffer {
  return {
    resourceId: draft.resourceId,
    type: draft.type,
    name: draft.name,
    flavour: flavourOf(draft.metadata),
    parts: partsOf(draft.metadata),
    location: locationOf(draft.metadata, draft.origin.path),
    sizeBytes,
    alreadyKnown: known.has(draft.resourceId),
    exclusive: discovery.exclusive,
    needsSecret: draft.status === 'needsSecret',
    reason: draft.error,
  }
}
