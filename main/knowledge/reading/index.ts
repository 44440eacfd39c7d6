export { detect } from './detect'
export { pageBoxes } from './page-boxes'
export { createReaderPool, type ReaderPool, type ReadFile, smallFileBytes } from './reader-pool'
