export { createLibrary } from './create-library'
export { segmentingSearchText } from './indexing/search-text'
export type { Library } from './library'
export type { CitationIndex, IndexChange, PassageEncoder, SearchTextBuilder } from './ports'
