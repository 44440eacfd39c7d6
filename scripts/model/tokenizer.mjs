/**
 * The encoder's SentencePiece vocabulary as a standard `tokenizer.json` of the type Unigram.
 *
 * Equal to the original splitting because of what this vocabulary is (checked below): no piece has `▁`
 * inside, and every character of a piece is a piece itself, so that an unknown character can only ever be
 * split off alone.
 */

/** Pieces that never match text in the original: unknown, `<s>`, `</s>` and three spare ones. */
const RESERVED_PIECES = 6
export const UNKNOWN_ID = 0

/**
 * @param {[string, number][]} vocabulary
 * @param {number} maxTokens
 * @returns {{ tokenizer: object, tokenizerConfig: object }}
 * @throws when the vocabulary is not of the shape on which the equality rests
 */
export function buildTokenizer(vocabulary, maxTokens) {
  checkVocabulary(vocabulary)
  const vocab = vocabulary.map(([piece, score], id) =>
    // A space makes a reserved piece unmatchable: every space in the text has become ▁ by then. Otherwise a
    // literal "<s>" in somebody's HTML would become that token, with the best score of all.
    id > UNKNOWN_ID && id < RESERVED_PIECES ? [`<reserved ${id}>`, 0] : [piece, score],
  )
  return {
    tokenizer: {
      version: '1.0',
      truncation: { direction: 'Right', max_length: maxTokens, strategy: 'LongestFirst', stride: 0 },
      padding: null,
      added_tokens: [],
      normalizer: {
        type: 'Sequence',
        normalizers: [
          { type: 'NFKC' },
          // SentencePiece's own whitespace rule: runs are one space, none at the ends.
          { type: 'Replace', pattern: { Regex: '\\s+' }, content: ' ' },
          { type: 'Strip', strip_left: true, strip_right: true },
        ],
      },
      pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
      post_processor: null,
      decoder: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
      model: { type: 'Unigram', unk_id: UNKNOWN_ID, byte_fallback: false, vocab },
    },
    tokenizerConfig: {
      tokenizer_class: 'PreTrainedTokenizerFast',
      model_max_length: maxTokens,
      unk_token: vocabulary[UNKNOWN_ID][0],
      // Padding is masked out, so that any id will do.
      pad_token: vocabulary[UNKNOWN_ID][0],
      padding_side: 'right',
      clean_up_tokenization_spaces: false,
    },
  }
}

/** @param {[string, number][]} vocabulary */
function checkVocabulary(vocabulary) {
  const pieces = vocabulary.slice(RESERVED_PIECES).map(([piece]) => piece)
  const single = new Set(pieces.filter((piece) => [...piece].length === 1))
  for (const piece of pieces) {
    if (piece.slice(1).includes('▁')) throw new Error(`The piece ${JSON.stringify(piece)} spans words.`)
    for (const character of piece) {
      if (!single.has(character)) throw new Error(`The character ${JSON.stringify(character)} is no piece.`)
    }
  }
}
