import { figureOfCaption } from '../../../contract/report/figures'
import type { Draft, FigureElement, PlacedPicture, TextWithPictures } from '../draft'

type Blocks = Pick<Draft, 'text' | 'blocks'>

/**
 * The pictures of the figure whose caption is the block of the extract that begins at `start`: those in the same figure element,
 * else those right before it, or right after it. Of pictures between two captions the document's habit says whose they are: what
 * stands at the captions that have them on one side alone; where none does, a caption stands below. Empty where there are none.
 */
export function picturesOfCaption(draft: Draft, start: number): readonly PlacedPicture[] {
  const placed = draft.withPictures
  const own = placed === undefined ? null : sameBlock(draft, start, placed)
  if (placed === undefined || own === null) return []
  const element = innermost(placed.figures, own)
  return element === null ? besideCaption(placed, own) : placed.pictures.slice(...element.pictures)
}

/** Number of the block in another text of the same file; null where it has not as many that say the same. */
function sameBlock(draft: Draft, start: number, placed: Blocks): number | null {
  const block = draft.blocks.find((one) => one.start === start)
  if (block === undefined) return null
  const caption = draft.text.slice(block.start, block.end)
  const inDraft = blocksSaying(draft, caption).map((index) => draft.blocks[index]!.start)
  const inPlaced = blocksSaying(placed, caption)
  return inDraft.length === inPlaced.length ? inPlaced[inDraft.indexOf(start)]! : null
}

const blocksSaying = ({ text, blocks }: Blocks, said: string): number[] =>
  blocks.flatMap(({ start, end }, index) =>
    end - start === said.length && text.startsWith(said, start) ? [index] : [],
  )

function besideCaption({ text, blocks, pictures, figures }: TextWithPictures, own: number): readonly PlacedPicture[] {
  const captions = blocks.flatMap(({ start, end }, index) =>
    figureOfCaption(text.slice(start, end)) === null ? [] : [index],
  )
  const withCaption = figures.filter(({ blocks: [from, to] }) => captions.some((at) => from <= at && at < to))
  const free = new Map<number, PlacedPicture[]>()
  for (const [index, picture] of pictures.entries()) {
    if (withCaption.some(({ pictures: [from, to] }) => from <= index && index < to)) continue
    free.set(picture.before, [...(free.get(picture.before) ?? []), picture])
  }
  const outside = captions.filter((at) => innermost(figures, at) === null)
  const below = outside.filter((at) => free.has(at) && !free.has(at + 1)).length
  const above = outside.filter((at) => !free.has(at) && free.has(at + 1)).length
  const sides = above > below ? [1, 0] : [0, 1]
  for (const caption of outside) {
    const gap = sides.map((side) => caption + side).find((at) => free.has(at))
    const found = gap === undefined ? [] : free.get(gap)!
    if (caption === own) return found
    if (gap !== undefined) free.delete(gap)
  }
  return []
}

/** The smallest figure element around a block. */
function innermost(figures: readonly FigureElement[], block: number): FigureElement | null {
  const around = figures.filter(({ blocks: [from, to] }) => from <= block && block < to)
  const size = ({ blocks: [from, to] }: FigureElement): number => to - from
  return around.toSorted((one, other) => size(one) - size(other))[0] ?? null
}
