import type { MachineStatus } from '../../contract/app/app'
import type { Occupied, ThreadsAtWork } from '../threads'

/** What is at work beside the pool's members, as the facts that people are told. */
export function atWork(parts: {
  readonly reading: ThreadsAtWork | null
  readonly embedding: ThreadsAtWork | null
  readonly recalling: Occupied | null
}): MachineStatus['work'] {
  const { reading, embedding, recalling } = parts
  const work: MachineStatus['work'] = []
  if (reading !== null) {
    const { since, ...values } = reading
    work.push({ fact: { kind: 'filesBeingRead', values }, since })
  }
  if (embedding !== null) {
    const { since, ...values } = embedding
    work.push({ fact: { kind: 'textsBeingEmbedded', values }, since })
  }
  if (recalling !== null) {
    const { since, ...values } = recalling
    work.push({ fact: { kind: 'searchesRunning', values }, since })
  }
  return work
}
