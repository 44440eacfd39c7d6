import { QuarryError } from '../../../contract/errors'
import type { ModelTurn } from '../../../contract/models/language-model'
import type { ReportView } from '../../../contract/report/report'
import { displayText, languageOf } from '../../language'
import { tidyQuestion } from '../extractive/working-question'
import type { EarlierAnswer, ReportInput } from '../port'
import { estimatePrompt, estimateTokens } from './estimate-tokens'
import { fenceLines } from './fence'
import { unaidedInEnglish } from './prompts/unaided.en'
import { unaidedInChinese } from './prompts/unaided.zh-CN'
import { readProse, type WrittenProse } from './read-prose'
import type { SessionModel } from './session-model'

/** Tokens of an answer, where the model has room for that. */
const answerTokens = 1200
/** A part of the room beside the question that what was said before may take. */
const shareOfEarlier = 1 / 2

/**
 * Has a model answer a question from what it knows itself, and what the session asked and answered before. The report
 * says so first; what the model gives out as a source goes, and nothing is ever checked. Throws `model.unusable` where
 * it says nothing, `model.tooLong` where the question does not fit, and what a turn throws.
 */
export async function answerUnaided(
  model: SessionModel,
  { inquiry, conversation = [] }: ReportInput,
  writtenAt: Date,
  signal: AbortSignal,
): Promise<ReportView> {
  const question = inquiry.question.trim()
  const language = languageOf(question)
  const words = language === 'zh-CN' ? unaidedInChinese : unaidedInEnglish
  const contextTokens = await model.contextTokens(signal)
  const maxTokens = Math.min(answerTokens, Math.floor(contextTokens / 4))
  const messagesWith = (earlier: readonly EarlierAnswer[]) => {
    const { fence, text } = fenceLines('earlier', earlier.flatMap(linesOf))
    const isFirst = earlier.length === 0
    return [
      { role: 'system' as const, content: words.system(isFirst ? null : fence) },
      { role: 'user' as const, content: words.user({ question, earlier: isFirst ? null : text }) },
    ]
  }
  const room = contextTokens - maxTokens - estimatePrompt(messagesWith([]))
  if (room < 0) throw new QuarryError('model.tooLong', 'The question does not fit.', { context: { contextTokens } })
  const earlier = lastOf(conversation, room * shareOfEarlier)
  const said = await model.take(
    {
      role: 'write',
      about: '',
      prompt: `unaided/${words.version}/${language}`,
      messages: messagesWith(earlier),
      maxTokens,
      schema: null,
    },
    signal,
    (answer) => (read(answer).sentences.length === 0 ? unusable(answer) : null),
  )
  const { sentences, droppedCitations } = read(said)
  return {
    title: displayText(tidyQuestion(question)),
    language,
    sections: [
      {
        kind: 'summary',
        sentences: [
          {
            id: 's1',
            citations: [],
            paragraph: 0,
            method: 'none',
            fact: { kind: 'writtenUnaided', values: { model: model.name, hasEarlier: earlier.length > 0 } },
          },
          ...sentences.map(({ text, paragraph }, at) => ({
            id: `s${at + 2}`,
            text,
            citations: [],
            paragraph: paragraph + 1,
            verdict: 'unchecked' as const,
            method: 'unaided' as const,
            reason: null,
          })),
        ],
      },
    ],
    citations: [],
    droppedCitations,
    supported: 0,
    claims: 0,
    partial: false,
    writtenAt: writtenAt.toISOString(),
  }

  function linesOf({ question, answer }: EarlierAnswer): string[] {
    return [`${words.asked}${displayText(question)}`, `${words.answered}${displayText(answer)}`]
  }

  /** The last ones that fit, in their order. */
  function lastOf(all: readonly EarlierAnswer[], tokens: number): EarlierAnswer[] {
    let left = tokens
    const taken = all.toReversed()
    const over = taken.findIndex((one) => {
      left -= estimateTokens(linesOf(one).join('\n'))
      return left < 0
    })
    return taken.slice(0, over === -1 ? taken.length : over).toReversed()
  }
}

/** Links of Markdown, of which the words stay, and marks of notes and sources in the ways of other programs. */
const link = /\[([^[\]\n]{1,300})\]\(([^()\s]{1,2000})\)/g
const foreignMarks = / ?(?:\[\^\d{1,4}\]|【\d{1,4}[^】\n]{0,80}】)/g

/** What a model said as plain sentences: without marks, as there is nothing that they could point at. */
function read({ text, finish }: Pick<ModelTurn, 'text' | 'finish'>): WrittenProse {
  const marks = [foreignMarks, link].flatMap((one) => text.match(one) ?? []).length
  const plain = text.replace(foreignMarks, '').replace(link, '$1')
  const { sentences, droppedCitations } = readProse(plain, [], finish !== 'stop')
  return { sentences: finish === 'loop' ? once(sentences) : sentences, droppedCitations: droppedCitations + marks }
}

function once(sentences: WrittenProse['sentences']): WrittenProse['sentences'] {
  return sentences.filter(({ text }, at) => sentences.findIndex((other) => other.text === text) === at)
}

const unusable = ({ text, finish }: Pick<ModelTurn, 'text' | 'finish'>): QuarryError => {
  const reason = finish === 'loop' ? 'loop' : text.trim() === '' ? 'empty' : 'form'
  return new QuarryError('model.unusable', `The answer cannot be used: ${reason}.`, { context: { reason } })
}
