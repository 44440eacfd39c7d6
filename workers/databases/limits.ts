/** Files up to this size are read as a whole where that says more: counted row by row, types fitted to every row. */
export const wholeFileBytes = 64 * 1024 * 1024
