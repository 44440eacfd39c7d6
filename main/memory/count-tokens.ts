/** Characters that are counted at once: merging pairs takes the square of a run of letters, 37 s for one of 200,000. */
const piece = 1000

let counter: Promise<(text: string) => number> | undefined

/**
 * Counts tokens by a tokenizer that language models have (`o200k_base`): those of Qwen, Llama and Gemma differ from it
 * by at most 13 percent (decision 44). It is loaded when it is first asked for.
 */
export const loadTokenCounter = (): Promise<(text: string) => number> => {
  counter ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens }) => (text) => {
    let tokens = 0
    for (let at = 0; at < text.length; at += piece) {
      // Marks that a model's server gives a meaning are characters here.
      tokens += countTokens(text.slice(at, at + piece), { disallowedSpecial: new Set() })
    }
    return tokens
  })
  return counter
}
