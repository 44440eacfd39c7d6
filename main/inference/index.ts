export { findModelDirectory } from './declared-description'
export { type Inference, startInference } from './inference'
export { createSimilarityIndex, type SimilarityIndex } from './similarity-index'
export { removeVectorFiles } from './vector-files'
