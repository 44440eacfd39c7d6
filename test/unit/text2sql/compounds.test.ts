import { expect, it } from 'vitest'
import { databaseOf, type Given } from './asked-database'

const kennel: readonly Given[] = [
  {
    name: 'owners',
    columns: { owner_id: 'INTEGER', name: 'TEXT' },
    values: `(1,'Ann'),(2,'Bob'),(3,'Cid')`,
  },
  {
    name: 'dogs',
    columns: { dog_id: 'INTEGER', owner_id: 'INTEGER', dog_type: 'TEXT', grade: 'INTEGER' },
    references: { owner_id: 'owners' },
    values: `(1,1,'pug',1),(2,1,'collie',1),(3,2,'pug',2),(4,2,'pug',1)`,
  },
  {
    name: 'treatments',
    columns: { treatment_id: 'INTEGER', dog_id: 'INTEGER', treatment_date: 'DATE', cost: 'REAL' },
    references: { dog_id: 'dogs' },
    values: `(1,1,'2024-01-05',90),(2,2,'2024-03-07',20),(3,1,'2024-02-01',50),(4,3,'2024-01-01',70)`,
  },
]
const asked = () => databaseOf(...kennel)

it.each([
  // What they own is said, not that they own.
  ['How many owners do not own any dogs?', [1]],
  ['Find the name of the owners who do not have a pug dog.', ['Cid']],
  // The newest row has it; the largest of all is another.
  ['How much did the most recent treatment cost?', [20]],
  ['What is the latest treatment cost?', [20]],
  ['What is the latest treatment cost of dog 1?', [50]],
  ['What is the first treatment cost?', [70]],
  // So many rows, no grade of so much.
  ['Which grades have 3 or more dogs?', [1]],
  ['Which grades have 1 or fewer dogs?', [2]],
  // The second name says what is asked for.
  ['How many dog treatments are there?', [4]],
  ['How many dog types are there?', [2]],
  ['Find the number of distinct types of dogs.', [2]],
])('reads what names side by side, and the latest, ask for: %s', async (question, first) => {
  expect((await asked())(question)).toEqual(first)
})
