export { createLibrary } from './create-library'
export { formerModelOf } from './indexing/index-versions'
export type { Library } from './library'
export type { CitationIndex, IndexChange, PassageEncoder } from './ports'
