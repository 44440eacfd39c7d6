import type { SampleQuestion } from '../../contract/databases/sample-question'
import type { Words } from '../words'

/** Sample questions in Chinese, in words that questions on databases are read in. */
export const samples: Omit<Words<SampleQuestion>, 'told'> = {
  sampleCount: ({ of }) => `有多少 ${of}？`,
  sampleSome: ({ of }) => `有哪些 ${of}？`,
  sampleByGroup: ({ of, group }) => `每个 ${group} 有多少 ${of}？`,
  sampleAverage: ({ measure, of, group }) => `每个 ${group} 的 ${of} 的平均 ${measure} 是多少？`,
  sampleHighest: ({ of, measure }) => `哪些 ${of} 的 ${measure} 最高？`,
  samplePerMonth: ({ of, date }) => `每个月（${date}）有多少 ${of}？`,
  samplePerOwner: ({ of, owner }) => `每个 ${owner} 有多少 ${of}？`,
}
