export { askDatabase } from './ask'
export { profileDatabase } from './profile'
export { createText2Sql, type Text2Sql } from './question-to-query'
