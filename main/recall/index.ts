export { createRecall, type Recall, type RecallOptions } from './recall'
export { buildPassageText, buildSearchText } from './search-text'
export { SEGMENTER_VERSION, segmentForSearch } from './segment'
