import { keptQuestion, type SampleQuestion } from '../../contract/databases/sample-question'
import type { Words } from '../words'

const kept =
  <Kind extends SampleQuestion['kind']>(kind: Kind) =>
  (values: Extract<SampleQuestion, { kind: Kind }>['values']): string =>
    keptQuestion({ kind, values } as SampleQuestion)

/** Sample questions in English: as they are kept. */
export const samples: Omit<Words<SampleQuestion>, 'told'> = {
  sampleCount: kept('sampleCount'),
  sampleSome: kept('sampleSome'),
  sampleByGroup: kept('sampleByGroup'),
  sampleAverage: kept('sampleAverage'),
  sampleHighest: kept('sampleHighest'),
  samplePerMonth: kept('samplePerMonth'),
  samplePerOwner: kept('samplePerOwner'),
}
