import { expect, it } from 'vitest'
import { isDefinition } from '../../../../main/reasoning'

it.each([
  ['What is Atomic Commit In SQLite?', 'Atomic commit means that either all changes occur or none of them occur.'],
  ['What is the ON CONFLICT clause?', 'The ON CONFLICT clause is a non-standard extension.'],
  ['What is write-ahead log?', 'A write-ahead log is a file beside the database.'],
  ['热泵是什么？', '热泵是一种把热量从低温处搬运到高温处的设备。'],
])('%s “%s” says it', (question, sentence) => expect(isDefinition(question, sentence)).toBe(true))

it.each([
  ['What is WAL mode?', 'The persistence of WAL mode means that applications can be converted.'],
  ['What is source code?', 'The source code comments are the canonical source of information.'],
  ['What is a leaf?', 'If a leaf is a part of a plant, it falls.'],
  ['What is a leaf?', 'Each leaf falls.'],
  ['What is a leaf?', ''],
])('%s “%s” does not', (question, sentence) => expect(isDefinition(question, sentence)).toBe(false))
