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
  [sites, 'What is the factor of Chur?', [['/items/0', 'site: Chur, factor: 4.7']]],
  [
    sites,
    'Which sites are there?',
    [
      ['/items/0', 'site: Chur'],
      ['/items/1', 'site: Graz'],
    ],
  ],
  [
    sites,
    'What is known?',
    [
      ['/items/0', 'site: Chur, factor: 4.7, tags: alpine, brine, owner name: Ada'],
      ['/items/1', 'site: Graz, factor: 4.9, owner name: Bo'],
    ],
  ],
  // A thing with lists in it is asked for itself; numbers and addresses are told where they are asked for.
  [
    { hiveId: 7, place: 'Chur', frames: 10, url: 'https://x', queens: [{ key: 'a1' }, { key: 'a2' }] },
    'How many frames does the hive have?',
    [['', 'frames: 10']],
  ],
  [{ hiveId: 7, place: 'Chur' }, 'What is the number of the hive?', [['', 'hiveId: 7']]],
  // Envelopes are opened, and an item out of one says which it is.
  [
    { status: 'ok', data: [{ name: 'Ada', attributes: { born: 1815 } }] },
    'When was she born?',
    [['/data/0', 'name: Ada, born: 1815']],
  ],
  // A search that found nothing answers nothing.
  [{ items: [], totalResults: 0 }, 'Which bills are there?', []],
  [
    '# Results\n## 1. Ice\n**Authors:** Ada\n## 2. Snow\n**Authors:** Bo',
    'What has Bo among its authors?',
    [
      ['', '## 2. Snow'],
      ['', '**Authors:** Bo'],
    ],
  ],
  [{ id: 7, status: 'open', customer_name: 'Ada' }, 'What is the status of order 7?', [['', 'status: open']]],
  [{ id: 7, 'a/b': ['x'] }, 'Which is it?', [['', 'a/b: x']]],
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
