import type { Wording } from './wording'

function list(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? ''
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const counted = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

export const english: Wording = {
  ask: {
    onTheme: [
      (theme) => `What do the sources say about “${theme}”?`,
      (theme) => `Which findings are reported on “${theme}”?`,
      (theme) => `How is “${theme}” explained?`,
      (theme) => `Where do the sources differ on “${theme}”?`,
    ],
    narrowed: [
      (subject, theme) => `${subject}: ${theme}`,
      (subject, theme) => `How is “${subject}” connected with “${theme}”?`,
      (subject, theme) => `What is reported on “${theme}” in ${subject}?`,
      (subject, theme) => `${subject} with regard to ${theme}`,
    ],
  },
  plan: {
    direct: 'The answer in detail',
    background: (subject) => `Background: ${subject}`,
    compare: 'Where the sources differ',
    calculate: 'Calculation',
    wider: (title) => `${title} (wider search)`,
    join: list,
  },
  code: {
    located: (symbol, path, from, to) =>
      from === to ? `${symbol} is in ${path}, line ${from}.` : `${symbol} is in ${path}, lines ${from}–${to}.`,
  },
  files: {
    saved: (name, bytes) => `The file ${name} was saved with ${bytes} bytes.`,
    changed: (name, added, removed) => `The file ${name} was changed (lines added: ${added}, removed: ${removed}).`,
  },
  figures: {
    median: (of) => `median of ${of}`,
    stdev: (of) => `standard deviation of ${of}`,
    variance: (of) => `variance of ${of}`,
    quantile: (of, percent) => `${percent}% quantile of ${of}`,
    correlation: (left, right) => `correlation of ${left} and ${right}`,
    growth: (of) => `change of ${of} in %`,
    trend: (of, period) => `trend of ${of} per ${period}`,
    values: 'values',
    told: {
      ofValues: (figure, value, count) => `The ${figure} is ${value}, of ${counted(count, 'value')}.`,
      ofPairs: (figure, value, count) => `The ${figure} is ${value}, of ${counted(count, 'pair')} of values.`,
      growth: (of, before, after, percent) =>
        `From ${before.year} to ${after.year}, ${of} changed by ${percent}%, from ${before.amount} to ${after.amount}.`,
      trend: (of, period, change, count) =>
        `The trend of ${of} is ${change} per ${period}, over ${counted(count, period)}.`,
    },
  },
}
