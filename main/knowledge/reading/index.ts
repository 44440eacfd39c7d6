export { type DetectedFile, detect } from './detect'
export { pageBoxes } from './page-boxes'
export {
  createReaderPool,
  type ReaderPool,
  type ReaderPoolOptions,
  type ReadRequest,
  type ReadTextRequest,
} from './reader-pool'
