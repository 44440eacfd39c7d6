export { createRecall, type Recall, type RecallOptions } from './recall'
export { buildSearchText } from './search-text'
export { SEGMENTER_VERSION, segmentForSearch } from './segment'
