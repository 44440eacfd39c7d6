import type { DatabaseProfile } from './profile'
import { canonical } from './words'

const [work, order] = ['work', 'order'].map(canonical) as [string, string]

/** 工单 are tickets of a help desk, but work orders where a table is called so. */
export function withWorkOrders(question: string, { tables }: DatabaseProfile): string {
  const isCalled = tables.some(({ words }) => words.length === 2 && words[0] === work && words[1] === order)
  return isCalled ? question.replaceAll('工单', ' work order ') : question
}
