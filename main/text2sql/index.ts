export { askDatabase } from './ask'
export { createDatabaseQuestions, type DatabaseQuestions } from './database-questions'
export { profileDatabase } from './profile'
export { createText2Sql, type Text2Sql } from './question-to-query'
