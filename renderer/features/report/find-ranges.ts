/** Where a word stands in the text below `root`, across elements, without regard to case. At most `limit`. */
export function findRanges(root: HTMLElement, word: string, limit = 2000): Range[] {
  const wanted = word.toLowerCase()
  if (wanted === '') return []
  const nodes: { node: Text; start: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    // The numbers of citations are controls, not text.
    node.parentElement?.closest('[data-citation]') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    nodes.push({ node, start: text.length })
    text += node.data
  }
  // Lower-casing can change a string's length; then offsets would lie, so each unit is lowered by itself.
  const lowered = text.toLowerCase()
  const searched =
    lowered.length === text.length
      ? lowered
      : [...text].map((c) => (c.toLowerCase().length === c.length ? c.toLowerCase() : c)).join('')
  const placeAt = (offset: number, end: boolean): { node: Text; offset: number } | null => {
    for (let index = nodes.length - 1; index >= 0; index--) {
      const entry = nodes[index]
      if (entry && (end ? entry.start < offset : entry.start <= offset)) {
        return { node: entry.node, offset: offset - entry.start }
      }
    }
    return null
  }
  const ranges: Range[] = []
  let at = searched.indexOf(wanted)
  while (at >= 0 && ranges.length < limit) {
    const from = placeAt(at, false)
    const to = placeAt(at + wanted.length, true)
    if (from && to) {
      const range = document.createRange()
      range.setStart(from.node, from.offset)
      range.setEnd(to.node, to.offset)
      ranges.push(range)
    }
    at = searched.indexOf(wanted, at + wanted.length)
  }
  return ranges
}
