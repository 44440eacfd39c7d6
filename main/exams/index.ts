export { createModelExams, type ModelExams } from './model-exams'
