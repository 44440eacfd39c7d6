/** What a match is chosen by, in the order in which it is told. */
export const reasonNames = [
  'description',
  'capabilities',
  'name',
  'composite',
  'keywords',
  'rerank',
  'usage',
  'performance',
  'context',
] as const
