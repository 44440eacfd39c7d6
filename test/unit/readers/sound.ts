import { expect } from 'vitest'
import type { Passage } from '../../../contract/library/extract'
import { maxTokens, maxWords, sizeOf } from '../../../workers/readers/chunk/size'
import type { Draft } from '../../../workers/readers/draft'

/** What must hold of any draft's passages. */
export function expectSound(draft: Draft, passages: readonly Passage[]): void {
  let at = 0
  const headingBlocks = draft.blocks.filter((block) => block.kind === 'heading')
  for (const [ordinal, passage] of passages.entries()) {
    expect(passage.ordinal).toBe(ordinal)
    expect(passage.start).toBeGreaterThanOrEqual(at)
    expect(draft.text.slice(passage.start, passage.end)).toBe(passage.text)
    expect(passage.text.trim()).not.toBe('')
    expect(passage.lineStart).toBe(draft.text.slice(0, passage.start).split('\n').length)
    expect(passage.lineEnd).toBe(draft.text.slice(0, passage.end).split('\n').length)
    const { words, tokens } = sizeOf(passage.text)
    expect(words).toBeLessThanOrEqual(maxWords + 3)
    expect(tokens).toBeLessThanOrEqual(maxTokens + 12)
    // What lies between passages is white space, or a heading that the passages below it name.
    let between = draft.text.slice(at, passage.start)
    for (const { start, end } of headingBlocks) {
      if (start >= at && end <= passage.start) between = between.replace(draft.text.slice(start, end), '')
    }
    expect(between.trim()).toBe('')
    at = passage.end
  }
}
