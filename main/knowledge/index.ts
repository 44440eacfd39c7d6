export type { IntakeCounts } from './intake'
export { createLibrary, type Library, type LibraryOptions } from './library'
export type { LibraryListener } from './library-stream'
export type { IndexChange, PassageEncoder, SearchTextBuilder, SourceReaders } from './ports'
