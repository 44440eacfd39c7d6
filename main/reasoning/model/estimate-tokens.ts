import type { ModelMessage } from '../../../contract/models/language-model'

/** Rather too many than too few: tokenizers differ, and a prompt that is too long is cut or refused. */
const charactersPerToken = 3.5
const tokensPerMessage = 8
const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** About how many tokens a text has. */
export function estimateTokens(text: string): number {
  const wide = text.match(han)?.length ?? 0
  return Math.ceil((text.length - wide) / charactersPerToken + wide)
}

export const estimatePrompt = (messages: readonly ModelMessage[]): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content) + tokensPerMessage, 0)
