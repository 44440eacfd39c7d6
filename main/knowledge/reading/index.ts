export { detect } from './detect'
export { pageBoxes } from './page-boxes'
export { createReaderPool, type ReaderPool, smallFileBytes } from './reader-pool'
