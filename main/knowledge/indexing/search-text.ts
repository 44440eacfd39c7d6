import { buildSearchText, SEGMENTER_VERSION } from '../../recall'
import type { SearchTextBuilder } from '../ports'

/** Recall's segmentation, the same for passages and queries. */
export const segmentingSearchText: SearchTextBuilder = { version: SEGMENTER_VERSION, buildSearchText }
