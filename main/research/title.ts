const maxTitleLength = 80

/** A session's first title: the question's first line, cut at a word. A person may rename it. */
export function titleOf(question: string): string {
  const line = question.trim().split(/\r?\n/, 1)[0]?.trim() ?? ''
  if (line === '') return 'Untitled'
  if (line.length <= maxTitleLength) return line
  const cut = line.slice(0, maxTitleLength)
  const lastSpace = cut.lastIndexOf(' ')
  return `${(lastSpace > maxTitleLength / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`
}
