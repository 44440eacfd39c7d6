export { createFileTools, keptFolder, usualExportFolder } from './file-tools'
export { createKeptBytes } from './kept-bytes'
export { makeExportFolder } from './save-file'
export { writeChosen } from './write-chosen'
