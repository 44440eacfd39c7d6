export { detect } from './detect'
export { captionLabelAt, figuresAt, figuresWithoutPages } from './figures-at'
export { pageBoxes } from './page-boxes'
export { createReaderPool, type ReaderPool, smallFileBytes } from './reader-pool'
