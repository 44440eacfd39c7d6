export { createLibrary } from './create-library'
export type { Library } from './library'
export type { IndexChange, PassageEncoder, SearchTextBuilder } from './ports'
export { segmentingSearchText } from './search-text'
