import { expect, it } from 'vitest'
import { databaseOf } from './asked-database'

/** Observing time, whose keys nobody declared, and the staff of the observatory. */
const observatory = () =>
  databaseOf(
    {
      name: 'staff',
      columns: { id: 'INTEGER', name: 'TEXT', team: 'TEXT', joined: 'DATE', supervisor_id: 'INTEGER' },
      references: { supervisor_id: 'staff' },
      values: `(1,'Ada Berg','Management','2001-01-01',null),(2,'Bo Lind','Optics','2012-05-01',1),(3,'Cy Dahl','Optics','2021-03-01',1),(4,'Di Falk','Nights','2022-03-01',2)`,
    },
    {
      name: 'telescopes',
      columns: { id: 'INTEGER', name: 'TEXT', site: 'TEXT', owner: 'INTEGER', aperture_m: 'REAL', first_light_year: 'INTEGER' },
      values: `(1,'Aurelia','Alto',2,3.5,1989),(2,'Karoo','Sur',3,1.5,1948),(3,'Kiawe','Alto',4,2.2,1968),(4,'Nunki','Sur',4,1.8,1990)`,
    },
    {
      name: 'observations',
      columns: { id: 'INTEGER', telescope_id: 'INTEGER', semester: 'TEXT', day: 'DATE', words: 'INTEGER', duration_minutes: 'INTEGER', quality: 'TEXT', method: 'TEXT', paid: 'REAL' },
      references: { telescope_id: 'telescopes' },
      values: `(1,1,'2023B','2023-08-01',10,30,'good','card',5),(2,1,'2023A','2023-02-01',20,60,'good','card',7),(3,2,'2024A','2024-02-01',40,90,'bad','cash',9)`,
    },
  ) // biome-ignore format: rows

it.each([
  // What is highest less what is lowest.
  ['What is the difference between the highest and the lowest aperture of the telescopes?', [2]],
  ['What is the range of apertures of telescopes?', [2]],
  // Of means, or of what nobody says.
  ['What is the difference between the highest and the lowest average aperture per site?', 'declined'],
  ['What is the difference between the largest and the smallest observation?', 'declined'],
  // "Higher" than the average is no value that is called high.
  ['Which telescopes have a larger aperture than the average telescope?', [1]],
  ['Which observations last longer than the average observation?', [3]],
  // The average of others is another one, and a place is no unit.
  ['Which telescopes have a larger aperture than the average observation?', 'declined'],
  ['How many telescopes are there, in Alto?', [2]],
  // By what something is the oldest.
  ['What is the oldest telescope we have, going by its first light year?', [2]],
  ['Which telescope has the lowest first light year?', [2]],
  // Texts that begin with their year are in its order.
  ['Number of observations per semester, in chronological order', ['2023A', '2023B', '2024A']],
  // A number that is called what it counts, and one that is called by its unit.
  ['What is the total word count of all good observations?', [30]],
  ['What is the average duration of an observation in minutes?', [60]],
  ['How long does an observation take on average, in minutes?', [60]],
  // In hours it would be another number.
  ['What is the average duration of an observation in hours?', 'declined'],
  ['Average duration per quality grade', ['bad', 'good']],
  ['Which observations are bad? I need the method.', [3]],
  ['Give me the day and the words of every observation with more than 15 words.', [2, 3]],
  // Who stands above whom, where that one is called a supervisor and a team is called Management.
  ['Who reports to Ada Berg?', [2, 3]],
  ['How many people report to Ada Berg?', [2]],
  ['Who does Di Falk report to?', [2]],
  ['Who joined the institute after 2019?', [3, 4]],
  // A number that is the key of who owns something, although nothing declares it.
  ['Which telescopes are owned by Cy Dahl?', [2]],
  ['Which staff own no telescope?', [1]],
  ['What is the share of bad observations among the observations of Karoo?', [1]],
])('reads what analysts ask: %s', async (question, first) => {
  expect((await observatory())(question)).toEqual(first)
})

it.each([
  ['每个站点有多少台望远镜？', ['Sur', 'Alto']],
  ['口径大于2米的望远镜有哪些？', [1, 3]],
  ['每种质量的观测各有多少个？', ['good', 'bad']],
])('knows the Chinese of single fields: %s', async (question, first) => {
  expect((await observatory())(question)).toEqual(first)
})
