import { expect, it } from 'vitest'
import { databaseOf, type Given } from './asked-database'

/** Ferries: routes, and the days on which they were run. */
const ferries: readonly Given[] = [
  {
    name: 'ports',
    columns: { id: 'INTEGER', name: 'TEXT', ctry_cd: 'TEXT', elev_m: 'INTEGER' },
    values: `(1,'Bergen','NO',4),(2,'Kiel','DE',9),(3,'Oslo','NO',2)`,
  },
  {
    name: 'operators',
    columns: { id: 'INTEGER', name: 'TEXT', ctry_cd: 'TEXT' },
    values: `(1,'NordLine','NO'),(2,'KielFerry','DE')`,
  },
  {
    name: 'ships',
    columns: { id: 'INTEGER', name: 'TEXT', operator_id: 'INTEGER', decks: 'INTEGER', first_year: 'INTEGER' },
    references: { operator_id: 'operators' },
    values: `(1,'Alma',1,4,2004),(2,'Brage',2,7,1998)`,
  },
  {
    name: 'routes',
    columns: {
      id: 'INTEGER',
      route_no: 'TEXT',
      operator_id: 'INTEGER',
      orig_port: 'INTEGER',
      dest_port: 'INTEGER',
      dist_km: 'INTEGER',
    },
    references: { operator_id: 'operators', orig_port: 'ports', dest_port: 'ports' },
    values: `(1,'N1',1,1,2,700),(2,'N2',1,2,1,700),(3,'K1',2,2,3,650),(4,'K2',2,3,1,300)`,
  },
  { name: 'state', columns: { id: 'INTEGER', label: 'TEXT' }, values: `(1,'Done'),(2,'Cancelled'),(3,'Scheduled')` },
  {
    name: 'route_runs',
    columns: {
      id: 'INTEGER',
      route_id: 'INTEGER',
      ship_id: 'INTEGER',
      sched_dep: 'TEXT',
      act_dep: 'TEXT',
      act_arr: 'TEXT',
      state_id: 'INTEGER',
      pax_cnt: 'INTEGER',
    },
    references: { route_id: 'routes', ship_id: 'ships', state_id: 'state' },
    values: `(1,1,1,'2024-01-05','2024-01-06','2024-01-07',1,90),(2,1,1,'2024-02-05',NULL,NULL,2,0),
      (3,1,2,'2024-02-09',NULL,NULL,2,0),(4,3,2,'2024-02-11','2024-02-12','2024-02-13',1,40)`,
  },
]
const asked = () => databaseOf(...ferries)

it.each([
  // What happens to a route happens on a day
  ['How many routes were cancelled?', [2]],
  ['How many passengers sailed in February 2024?', [40]],
  ['How many routes were scheduled to depart in each month of 2024?', ['2024-01', '2024-02']],
  ['Total passengers by operator', [1, 2]],
  // One of two references
  ['Which routes depart from Kiel?', [2, 3]],
  ['How many different destinations does KielFerry serve?', [2]],
  ['各运营商的航线平均距离是多少？', [1, 2]],
  // What ranks
  ['Which port lies the highest?', [2]],
  ['What is the oldest ship of KielFerry?', [2]],
  ['How many decks does the oldest ship have?', [2]],
  ['List the ships that entered service before 2000', 'declined'],
])('tells rows from what happened to them: %s', async (question, first) => {
  const answer = (await asked())(question)
  expect(Array.isArray(answer) ? answer.toSorted() : answer).toEqual(Array.isArray(first) ? first.toSorted() : first)
})

/** A studio's albums, with the year in which they came out. */
const studio: readonly Given[] = [
  {
    name: 'albums',
    columns: {
      id: 'INTEGER',
      title: 'TEXT',
      release_year: 'INTEGER',
      mixed: 'TEXT',
      mastered: 'TEXT',
      minutes: 'INTEGER',
    },
    values: `(1,'Dawn',2020,'2019-03-01','2019-06-01',40),(2,'Ebb',2021,'2020-03-01','2020-06-01',35),(3,'Fog',2021,'2020-05-01','2021-02-01',51)`,
  },
  {
    name: 'samplings',
    columns: { sampling_id: 'INTEGER', sampled_id: 'INTEGER' },
    references: { sampling_id: 'albums', sampled_id: 'albums' },
    values: '(2,1),(3,1),(3,2)',
  },
  {
    name: 'CoverArt',
    columns: { id: 'INTEGER', painter: 'TEXT', list_price: 'INTEGER', album_id: 'INTEGER' },
    references: { album_id: 'albums' },
    values: `(1,'Ada',90,1),(2,'Bo',40,2),(3,'Cy',60,3)`,
  },
  {
    name: 'purchases',
    columns: { id: 'INTEGER', art_id: 'INTEGER', price: 'INTEGER', bought_on: 'TEXT' },
    references: { art_id: 'CoverArt' },
    values: `(1,2,45,'2022-02-01'),(2,3,30,'2023-02-01')`,
  },
]

it.each([
  ['How many albums were released in 2021?', [2]],
  ['How many albums appeared each year?', [2020, 2021]],
  ['Which album has been sampled the most?', [1]],
  ['How many albums have never been sampled?', [1]],
  ['List the cover art priced below 50', [2]],
  ['How many minutes does the longest album have?', [3]],
  ['最长的专辑有多少分钟？', [3]],
  ['How many cover arts did we buy in 2022?', [1]],
])('takes the time and the reference that a verb names: %s', async (question, first) => {
  expect((await databaseOf(...studio))(question)).toEqual(first)
})
