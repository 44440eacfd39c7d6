export { createRecall, type Recall } from './recall'
export { asTyped } from './typeahead'
