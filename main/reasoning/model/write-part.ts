import { QuarryError } from '../../../contract/errors'
import type { Language } from '../../../contract/language'
import type { GivenContext } from '../../../contract/library/memory'
import { createNoveltyCheck } from '../../language'
import type { Evidence } from '../port'
import { checkCited } from '../verification/check-cited'
import { estimatePrompt, estimateTokens } from './estimate-tokens'
import { fencePassages } from './fence'
import { withGiven } from './given'
import { writeInEnglish } from './prompts/write.en'
import { writeInChinese } from './prompts/write.zh-CN'
import { readProse, type WrittenSentence } from './read-prose'
import type { SessionModel } from './session-model'

/** Tokens of an answer, where the model has room for that. */
const answerTokens = 800
/** Beyond these, a part of a report has material enough. */
const maxPassages = 40

export interface PartRequest {
  readonly question: string
  /** Null of the summary. */
  readonly heading: string | null
  /** The best first. */
  readonly evidence: readonly Evidence[]
  readonly language: Language
  readonly given?: GivenContext | undefined
}

export interface WrittenPart {
  readonly sentences: readonly (WrittenSentence & { readonly isSupported: boolean })[]
  /** Marks that point at nothing. */
  readonly droppedCitations: number
}

/**
 * Has a model write one part of a report from numbered passages, and holds each sentence against those that it cites. What
 * it wrote twice counts once. Throws `model.unusable` where it refuses or says nothing that its citations support, and
 * what a turn throws.
 */
export async function writePart(model: SessionModel, asked: PartRequest, signal: AbortSignal): Promise<WrittenPart> {
  const contextTokens = await model.contextTokens(signal)
  const maxTokens = Math.min(answerTokens, Math.floor(contextTokens / 4))
  const room = contextTokens - maxTokens
  const words = asked.language === 'zh-CN' ? writeInChinese : writeInEnglish
  const messagesFor = (passages: readonly Evidence[]) => {
    const { fence, text } = fencePassages(passages)
    const { question, heading, given, language } = asked
    return [
      { role: 'system' as const, content: withGiven(words.system(fence), given, language, contextTokens) },
      { role: 'user' as const, content: words.user({ question, heading, passages: text }) },
    ]
  }
  const passages = fitting(asked.evidence, room - estimatePrompt(messagesFor([])))
  if (passages.length === 0) {
    throw new QuarryError('model.tooLong', 'No passage fits beside the question.', { context: { contextTokens } })
  }
  const { text, finish } = await model.take(
    {
      role: 'write',
      about: asked.heading ?? '',
      prompt: `write/${words.version}/${asked.language}`,
      messages: messagesFor(passages),
      maxTokens,
      schema: null,
    },
    signal,
  )
  if (text.includes(words.notAnswered)) throw unusable('notAnswered')
  const { sentences, droppedCitations } = readProse(text, passages, finish !== 'stop')
  const checked = withoutRepeats(sentences.map((sentence) => ({ ...sentence, isSupported: isSupported(sentence) })))
  if (!checked.some((sentence) => sentence.isSupported)) {
    throw unusable(text === '' ? 'empty' : finish === 'loop' ? 'loop' : 'unsupported')
  }
  return { sentences: checked, droppedCitations }
}

type Reason = 'notAnswered' | 'empty' | 'loop' | 'unsupported'

const unusable = (reason: Reason): QuarryError =>
  new QuarryError('model.unusable', `The answer cannot be used: ${reason}.`, { context: { reason } })

/** As many passages as fit, the first ones first. */
function fitting(evidence: readonly Evidence[], tokens: number): Evidence[] {
  const chosen: Evidence[] = []
  let left = tokens
  for (const item of evidence.slice(0, maxPassages)) {
    left -= estimateTokens(item.sentence) + 20
    if (left < 0) break
    chosen.push(item)
  }
  return chosen
}

function isSupported({ text, evidence }: WrittenSentence): boolean {
  const cited = evidence.map(({ sentence, place }) => (place.kind === 'source' ? sentence : place))
  return checkCited(text, cited).verdict === 'supported'
}

/** What is like a supported sentence in its words alone may deny it: only supported ones count as said. */
function withoutRepeats(sentences: WrittenPart['sentences']): WrittenPart['sentences'] {
  const isNew = createNoveltyCheck()
  return sentences.filter(({ text, isSupported }) => !isSupported || isNew(text))
}
