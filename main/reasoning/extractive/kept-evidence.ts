import type { Evidence } from '../port'
import { type Candidate, fromItsOption } from '../sentences/candidate'
import { senderOf } from '../sentences/mail'
import type { EvidenceUnit } from '../sentences/select'

/** A sentence of a source as evidence: where it stands, and who sent the mail that it stands in. */
export function evidenceFrom(candidate: Candidate, score: number, senders: ReadonlyMap<string, string>): Evidence {
  const sender = senderOf(candidate.hit, senders)
  const { hit } = candidate
  const { locator, sentence } = fromItsOption(candidate)
  const { passageId, sourceName, title: sourceTitle, headingPath, contentHash, reason } = hit
  return {
    sentence,
    place: {
      kind: 'source',
      ...locator,
      passageId,
      sourceName,
      sourceTitle,
      headingPath,
      contentHash,
      ...(sender !== undefined && { sender }),
    },
    score,
    reason,
  }
}

/** The sentences of chosen units as evidence. */
export function toEvidence(units: readonly EvidenceUnit[], senders: ReadonlyMap<string, string>): Evidence[] {
  return units.flatMap((unit) => unit.sentences.map((sentence) => evidenceFrom(sentence, unit.score, senders)))
}
