export { createLibrary } from './create-library'
export type { Library } from './library'
export type { CitationIndex, IndexChange, PassageEncoder } from './ports'
