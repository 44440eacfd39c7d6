import { type Candidate, type ReadPassage, sharesParagraph } from './candidate'
import type { WeighedSentence } from './weigh'

/** Lines of a message that its sender did not write as an answer: its head, trailers of patches, and what programs add. */
const head =
  /^(?:From|To|Cc|Bcc|Date|Sent|Subject|Reply-To|Message-ID|(?:Signed-off|Acked|Reviewed|Tested|Reported|Suggested)-by|发件人|收件人|抄送|日期|主题)\s*[:：]/i
const attribution = /(?:\bwrote|\bwrites|\bschrieb|\ba écrit|写道)\s*[:：]\s*$/i
const original = /--- ?(?:Original Message|Forwarded message|原始邮件)/i

/** Why a sentence of a message is no evidence of its sender; null where it is. */
function mailDefect({ sentence, previous, defect }: Candidate, opening: string): string | null {
  if (/^>/.test(opening) || original.test(sentence)) return 'quoted'
  if (/^--(?:\s|$)/.test(opening)) return 'signature'
  if (head.test(sentence)) return 'head'
  if (attribution.test(sentence)) return 'attribution'
  // A paragraph is one line: what goes on in it is quoted, or signed, as its beginning is.
  if (previous !== null && (previous.defect === 'quoted' || previous.defect === 'signature')) return previous.defect
  return defect
}

/** Marks quoted lines, signatures and heads of messages, in the order in which they stand; other sources are left as they are. */
export function markMail(candidates: readonly Candidate[]): void {
  const ordered = candidates
    .filter(({ locator }) => locator.part === 'message')
    .toSorted((a, b) => a.locator.sourceId.localeCompare(b.locator.sourceId) || a.locator.start - b.locator.start)
  for (const candidate of ordered) {
    const { previous, hit, locator } = candidate
    const goesOn = previous !== null && sharesParagraph(previous, candidate)
    const at = locator.start - hit.locator.start
    const lineStart = hit.text.lastIndexOf('\n', Math.max(0, at - 1)) + 1
    const opening = goesOn ? '' : hit.text.slice(lineStart, lineStart + 4)
    candidate.defect = mailDefect(goesOn ? candidate : { ...candidate, previous: null }, opening)
  }
}

/** Key of a message within its mailbox. */
const messageOf = ({ locator }: Pick<ReadPassage, 'locator'>): string => `${locator.sourceId}:${locator.page}`

/** Senders by message, of the passages that hold their heads: `Carl Worth <cworth@example.org>`. */
export function sendersOf(passages: readonly ReadPassage[]): ReadonlyMap<string, string> {
  const senders = new Map<string, string>()
  for (const passage of passages) {
    if (passage.locator.part !== 'message' || senders.has(messageOf(passage))) continue
    const [, sender] = /^From: (.{1,200})$/m.exec(passage.text) ?? []
    if (sender !== undefined) senders.set(messageOf(passage), sender)
  }
  return senders
}

export const senderOf = (passage: Pick<ReadPassage, 'locator'>, senders: ReadonlyMap<string, string>) =>
  senders.get(messageOf(passage))

/** What a sentence counts that somebody else wrote than the person whom the question names. */
const othersShare = 0.2

/** Who asks what somebody wrote gets that person's sentences first. */
export function preferSender(
  question: string,
  weighed: readonly WeighedSentence[],
  senders: ReadonlyMap<string, string>,
): readonly WeighedSentence[] {
  const isNamed = (sender: string): boolean => {
    const name = (sender.split('<', 1)[0] ?? '').replace(/["']/g, '').trim()
    return /\p{L}[\s,]+\p{L}|\p{Script=Han}{2}/u.test(name) && question.toLowerCase().includes(name.toLowerCase())
  }
  const named = new Set([...senders].flatMap(([message, sender]) => (isNamed(sender) ? [message] : [])))
  if (named.size === 0) return weighed
  return weighed
    .map((item) => (named.has(messageOf(item.candidate.hit)) ? item : { ...item, score: othersShare * item.score }))
    .sort((a, b) => b.score - a.score)
}
