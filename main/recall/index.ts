export { createRecall, type Recall } from './recall'
export { buildPassageText, buildSearchText } from './search-text'
export { SEGMENTER_VERSION, segmentForSearch } from './segment'
