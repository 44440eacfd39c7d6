import type { SearchTextBuilder } from './ports'

export const segmentingSearchText: SearchTextBuilder = {
  version: 'dev',
  buildSearchText: ({ title, headingPath, text }) => [title ?? '', ...headingPath, text].join(' '),
}
