export { detect } from './detect'
export { figuresAt } from './figures-at'
export { pageBoxes } from './page-boxes'
export { createReaderPool, type ReaderPool, smallFileBytes } from './reader-pool'
