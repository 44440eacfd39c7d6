export { createRecall, type Recall } from './recall'
