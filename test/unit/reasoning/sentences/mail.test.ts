import { describe, expect, it } from 'vitest'
import type { Candidate, ReadPassage } from '../../../../main/reasoning/sentences/candidate'
import { collectCandidates } from '../../../../main/reasoning/sentences/candidates'
import { preferSender, senderOf, sendersOf } from '../../../../main/reasoning/sentences/mail'
import type { WeighedSentence } from '../../../../main/reasoning/sentences/weigh'

/** A mailbox of one passage for each message. */
function mailbox(...messages: string[]): ReadPassage[] {
  let start = 0
  return messages.map((text, at) => {
    const passage: ReadPassage = {
      passageId: at,
      sourceId: 'm',
      sourceName: 'list.mbox',
      title: null,
      contentHash: null,
      headingPath: [`Pumps (2024-05-0${at + 1})`],
      text,
      locator: {
        sourceId: 'm',
        start,
        end: start + text.length,
        page: at + 1,
        part: 'message',
        lineStart: 1 + 10 * at,
        lineEnd: text.split('\n').length + 10 * at,
      },
      reason: null,
    }
    start += text.length + 2
    return passage
  })
}

const usable = async (...messages: string[]): Promise<string[]> =>
  (await collectCandidates(mailbox(...messages), async () => null))
    .filter(({ defect }) => defect === null)
    .map(({ sentence }) => sentence)

describe('sentences of messages', () => {
  it('are the sender’s own: no quotation, signature, head or trailer is evidence', async () => {
    expect(
      await usable(
        'From: Ann Lee <ann@example.org>\nDate: Fri, 3 May 2024\n\nThe pump leaks at the seal.\n\n> The valve was replaced last week. It works now.\n\nOn Fri, 3 May 2024, Bob Ray wrote:\n\n-- Ann Lee works at the plant. She reads mail on Mondays.\n\nSigned-off-by: Ann Lee <ann@example.org>',
      ),
    ).toEqual(['The pump leaks at the seal.'])
  })

  it('go on being quoted in the next passage of the same line', async () => {
    const [first, second] = mailbox('> The valve was replaced last week.', 'It works now without any noise.')
    const joined = {
      ...second!,
      locator: {
        ...second!.locator,
        start: first!.locator.end + 1,
        end: first!.locator.end + 1 + second!.text.length,
        lineStart: 1,
        lineEnd: 1,
      },
    }
    const candidates = await collectCandidates([first!, joined], async () => null)
    expect(candidates.map(({ defect }) => defect)).toEqual(['quoted', 'quoted'])
  })

  it('of other sources may begin as they like', async () => {
    const [message] = mailbox('> The valve was replaced last week.')
    const { part, ...locator } = message!.locator
    expect(part).toBe('message')
    const [candidate] = await collectCandidates([{ ...message!, locator }], async () => null)
    expect(candidate?.defect).not.toBe('quoted')
  })

  it('are told with their sender, and first of the one whom a question names', async () => {
    const messages = mailbox(
      'From: "Ann Lee" <ann@example.org>\n\nThe pump leaks.',
      'From: Bob Ray <bob@example.org>\n\nThe pump is fine.',
    )
    const senders = sendersOf(messages)
    expect(messages.map((message) => senderOf(message, senders))).toEqual([
      '"Ann Lee" <ann@example.org>',
      'Bob Ray <bob@example.org>',
    ])
    const weighed = messages.map((hit, at) => ({
      candidate: { hit, locator: hit.locator } as Candidate,
      score: 0.9 - at / 10,
      document: 'm',
      inContext: 1,
      inNames: 0,
      inLabel: 0,
      inHeading: 0,
      form: 0,
      similarity: null,
    })) satisfies WeighedSentence[]
    const order = (question: string) =>
      preferSender(question, weighed, senders).map(({ candidate }) => candidate.hit.passageId)
    expect(order('What did Bob Ray say about the pump?')).toEqual([1, 0])
    expect(order('What about the pump?')).toEqual([0, 1])
  })
})
