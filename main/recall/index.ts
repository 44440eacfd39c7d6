export { createRecall, type Recall } from './recall'
export { asTyped, createSearch, type Search } from './search'
export { isWithin } from './source-filter'
