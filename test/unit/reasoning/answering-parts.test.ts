import { expect, it } from 'vitest'
import type { JsonValue } from '../../../contract/json'
import { answeringParts } from '../../../main/reasoning/extractive/answering-parts'
import { atPointer } from '../../../main/reasoning/places/answers'

const sites: JsonValue = {
  count: 2,
  items: [
    { site: 'Chur', factor: 4.7, tags: ['alpine', 'brine'], owner: { name: 'Ada' } },
    { site: 'Graz', factor: 4.9, tags: [], owner: { name: 'Bo' } },
  ],
}

it.each<[JsonValue, string, [pointer: string, sentence: string][]]>([
  [
    sites,
    'What is the factor of Chur?',
    [['/items/0', 'site: Chur, factor: 4.7, tags: alpine, brine, owner name: Ada']],
  ],
  [
    sites,
    'Which sites are there?',
    [
      ['/items/0', 'site: Chur, factor: 4.7, tags: alpine, brine, owner name: Ada'],
      ['/items/1', 'site: Graz, factor: 4.9, owner name: Bo'],
    ],
  ],
  [{ id: 7, status: 'open', customer_name: 'Ada' }, 'What is the status of order 7?', [['', 'status: open']]],
  [{ id: 7, 'a/b': ['x'] }, 'Which is it?', [['', 'id: 7, a/b: x']]],
  [42, 'How many?', [['', '42']]],
  ['The sum of 17 and 25 is 42.', 'What is the sum?', [['', 'The sum of 17 and 25 is 42.']]],
  ['Graz is here.\nChur is there.', 'Where is Chur?', [['', 'Chur is there.']]],
  [
    [[1, 2], 'b'],
    'Which?',
    [
      ['/0', '1, 2'],
      ['/1', 'b'],
    ],
  ],
  [null, 'What?', []],
  [{}, 'What?', []],
])('%# of %j', (value, question, expected) => {
  const parts = answeringParts(value, question)
  expect(parts.map(({ pointer, sentence }) => [pointer, sentence])).toEqual(expected)
  for (const { pointer } of parts) expect(atPointer(value, pointer)).toBeDefined()
})
