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

/** A rink: coaches and their lessons, skaters and the purses that they pay from. */
const rink: readonly Given[] = [
  { name: 'coaches', columns: { id: 'INTEGER', full_name: 'TEXT' }, values: `(1,'Ada Berg'),(2,'Bo Cole')` },
  {
    name: 'clubs',
    columns: { id: 'INTEGER', name: 'TEXT', floors: 'INTEGER' },
    values: `(1,'Frost',2),(2,'Glade',1)`,
  },
  {
    name: 'lessons',
    columns: {
      id: 'INTEGER',
      topic: 'TEXT',
      coach_id: 'INTEGER',
      club_id: 'INTEGER',
      year: 'INTEGER',
      break_min: 'INTEGER',
    },
    references: { coach_id: 'coaches', club_id: 'clubs' },
    values: `(1,'Axel',1,1,2023,5),(2,'Lutz',1,2,2023,10),(3,'Spin',2,2,2024,15)`,
  },
  {
    name: 'skaters',
    columns: {
      id: 'INTEGER',
      full_name: 'TEXT',
      birth_date: 'TEXT',
      enrol_year: 'INTEGER',
      club_id: 'INTEGER',
      origin: 'TEXT',
    },
    references: { club_id: 'clubs' },
    values: `(1,'Cy Dorn','2010-01-01',2022,1,'online'),(2,'Di Eng','2011-01-01',2022,1,'friend'),(3,'Ed Falk','2012-01-01',2023,2,'online')`,
  },
  {
    name: 'bookings',
    columns: {
      id: 'INTEGER',
      skater_id: 'INTEGER',
      lesson_id: 'INTEGER',
      guest_type: 'TEXT',
      visit_date: 'TEXT',
      severity: 'TEXT',
    },
    references: { skater_id: 'skaters', lesson_id: 'lessons' },
    values: `(1,1,1,'child','2023-02-01','mild'),(2,1,2,'adult','2023-03-01','severe'),(3,2,2,'child','2024-03-01','severe')`,
  },
  {
    name: 'purses',
    columns: { id: 'INTEGER', skater_id: 'INTEGER', currency: 'TEXT', balance: 'INTEGER' },
    references: { skater_id: 'skaters' },
    values: `(1,1,'EUR',20),(2,2,'USD',50),(3,3,'EUR',5)`,
  },
  {
    name: 'topups',
    columns: { id: 'INTEGER', purse_id: 'INTEGER', amount: 'INTEGER', source: 'TEXT' },
    references: { purse_id: 'purses' },
    values: `(1,1,20,'card'),(2,1,5,'cash')`,
  },
]

it.each([
  // What people are called by
  ['Which coach teaches the most lessons?', [1]],
  ['How many lessons were taught in 2023?', [2]],
  // The time of a verb, not a birth
  ['How many skaters enrolled in 2022?', [2]],
  ['How many bookings were there in 2024?', [1]],
  // Over what links two, not over a common owner
  ['Which skaters booked Axel?', [1]],
  ['Which skaters booked Axel and Lutz?', [1]],
  ['How many skaters booked Axel?', [1]],
  // Rows, and no kinds of rows
  ['How many severe bookings were there?', [2]],
  ['How many guests came in 2023?', 'declined'],
  ['How many children visited in 2023?', [1]],
  // Units and currencies
  ['What is the total balance in euros?', [25]],
  ['How many hours of breaks did each coach have?', 'declined'],
  ['Which purses have never been topped up?', [2, 3]],
  ['How many skaters are still booked?', 'declined'],
  // Of whom or what it is said
  ['Which guests enjoy the best lesson?', 'declined'],
  ['How many topups did each skater make?', [1]],
  ['Show the severe bookings of 2023', [2]],
  ['Which skater made the largest top-up?', [1]],
  // What was not done to something
  ['Which skaters never booked a lesson?', [3]],
  ['哪些滑冰者没有预订过课程？', 'declined'],
])('counts rows by what was done: %s', async (question, first) => {
  expect((await databaseOf(...rink))(question)).toEqual(first)
})

it.each([
  ['How many teas were sold in 2023?', [12]],
  ['绿茶一共卖出多少？', [7]],
  ['绿茶一共卖了多少？', [7]],
])('adds up what sales are of: %s', async (question, first) => {
  const answer = (
    await databaseOf(
      { name: 'teas', columns: { id: 'INTEGER', name: 'TEXT' }, values: `(1,'绿茶'),(2,'红茶')` },
      {
        name: 'sales',
        columns: { id: 'INTEGER', tea_id: 'INTEGER', sold_on: 'TEXT', quantity: 'INTEGER' },
        references: { tea_id: 'teas' },
        values: `(1,1,'2023-01-01',3),(2,1,'2024-01-01',4),(3,2,'2023-02-01',9)`,
      },
    )
  )(question)
  expect(answer).toEqual(first)
})

/** What people ask a city for, and what was said of it. */
const requests: Given = {
  name: 'requests',
  columns: { id: 'INTEGER', state: 'TEXT', opened_on: 'DATE', closed_on: 'DATE', ext_warranty: 'INTEGER' },
  values: `(1,'open','2024-01-04',null,1),(2,'closed','2024-01-09','2024-02-01',0),(3,'open','2023-12-01',null,1),
    (4,'closed','2023-11-20','2024-01-03',0),(5,'open','2024-02-21',null,0)`,
}
const complaints: Given = {
  name: 'complaints',
  columns: { id: 'INTEGER', request_id: 'INTEGER', made_on: 'DATE', cmpl_desc: 'TEXT' },
  references: { request_id: 'requests' },
  values: `(1,1,'2024-01-05','noise'),(2,1,'2024-01-06','dust'),(3,2,'2024-01-20','noise')`,
}

it.each([
  // On the day on which it was, whatever state it is in now.
  ['How many requests were opened in 2024?', [3]],
  ['How many requests were closed in January 2024?', [1]],
  ['How many open requests are there?', [3]],
  ['Which requests have no closing date?', [1, 3, 5]],
  // 0 and 1 alone under a name that counts nothing.
  ['Which requests have an extended warranty?', [1, 3]],
  ['requests with an extended warranty', [1, 3]],
  ['How many requests do not have an extended warranty?', [3]],
  // Called by the only text that they have.
  ['What is the most common complaint?', ['noise']],
  ['Which complaint is the most common?', ['noise']],
])('tells a state from what happened, and a flag from a figure: %s', async (question, first) => {
  expect((await databaseOf(requests, complaints))(question)).toEqual(first)
})

it.each([
  // What is done is no row of the table that is called after it.
  ['Which instructor advises the most students?', [1]],
  ['How many students does each instructor advise?', [1, 2]],
  ['How many advising sessions does each instructor have?', [2, 1]],
])('tells a verb from a table that is called after it: %s', async (question, first) => {
  const asked = await databaseOf(
    { name: 'instructor', columns: { id: 'INTEGER', name: 'TEXT' }, values: `(1,'Ada'),(2,'Bo')` },
    {
      name: 'student',
      columns: { id: 'INTEGER', name: 'TEXT', advisor_id: 'INTEGER' },
      references: { advisor_id: 'instructor' },
      values: `(1,'Cy',1),(2,'Di',1),(3,'Ed',2)`,
    },
    {
      name: 'advising_session',
      columns: { id: 'INTEGER', student_id: 'INTEGER', instructor_id: 'INTEGER', held_on: 'DATE' },
      references: { student_id: 'student', instructor_id: 'instructor' },
      values: `(1,1,2,'2024-01-01'),(2,3,2,'2024-01-02'),(3,2,1,'2024-01-03')`,
    },
  )
  expect(asked(question)).toEqual(first)
})
