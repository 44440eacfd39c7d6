/** Where the time of `npm test` goes. */

/** Files listed of each stage. */
const slowestFiles = 6

/**
 * @typedef {object} StageTime
 * @property {string} title
 * @property {number} durationMs
 * @property {import('./results.mjs').FileTime[]} files
 *
 * @param {StageTime[]} stages
 * @param {number} durationMs of all together, which may be less than their sum: some run beside each other
 * @returns {string} a table: each stage, below it its slowest files, at the end all
 */
export function timeTable(stages, durationMs) {
  const rows = stages.flatMap(({ title, durationMs, files }) => [
    { name: title, durationMs },
    ...[...files]
      .sort((a, b) => b.durationMs - a.durationMs)
      .slice(0, slowestFiles)
      .map(({ file, durationMs }) => ({ name: `  ${file}`, durationMs })),
  ])
  rows.push({ name: 'All stages', durationMs })
  const width = Math.max(...rows.map(({ name }) => name.length))
  return rows
    .map(({ name, durationMs }) => `${name.padEnd(width)} ${(durationMs / 1000).toFixed(1).padStart(8)} s\n`)
    .join('')
}
