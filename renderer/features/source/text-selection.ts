/** Carries where a stretch of a source's text begins, in UTF-16 code units of the whole. */
export const runStart = 'data-start'

function offsetOf(node: Node, offset: number): number | null {
  const run = (node instanceof Element ? node : node.parentElement)?.closest(`[${runStart}]`)
  if (!run) return null
  const before = document.createRange()
  before.setStart(run, 0)
  before.setEnd(node, offset)
  return Number(run.getAttribute(runStart)) + before.toString().length
}

/** The characters of a source's text that are selected in the window; null where none are. */
export function selectedRange(selection: Selection | null): { start: number; end: number } | null {
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0)
  const start = offsetOf(startContainer, startOffset)
  const end = offsetOf(endContainer, endOffset)
  return start === null || end === null || start >= end ? null : { start, end }
}
