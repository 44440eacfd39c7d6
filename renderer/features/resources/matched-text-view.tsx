import { matchedPieces } from './matched-text'

/** A text in which the words that the query shares stand out. */
export function MatchedText({ text, words }: { text: string; words: readonly string[] }) {
  return matchedPieces(text, words).map((piece) =>
    piece.matched ? (
      <mark key={piece.at} className="rounded-[2px] bg-mark text-ink">
        {piece.text}
      </mark>
    ) : (
      <span key={piece.at}>{piece.text}</span>
    ),
  )
}
