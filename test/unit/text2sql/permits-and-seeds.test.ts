import { expect, it } from 'vitest'
import { databaseOf } from './asked-database'

/** Permits of a town: who applied for them, who decides on them, what they cost, and the concerts that they are for. */
const town = () =>
  databaseOf(
    {
      name: 'applicant',
      columns: { id: 'INTEGER', applicant_name: 'TEXT', applicant_type: 'TEXT', registered_on: 'DATE' },
      values: `(1,'Ada Berg','Person','2020-01-01'),(2,'Berg Roofs','Company','2020-02-01'),(3,'Choir','Association','2020-03-01'),(4,'Dahl Ltd','Company','2020-04-01')`,
    },
    {
      name: 'officer',
      columns: { id: 'INTEGER', full_name: 'TEXT', day_rate: 'REAL', is_volunteer: 'BOOLEAN' },
      values: `(11,'Eva Lind',300,1),(12,'Finn Moe',450,0),(13,'Gro Nes',500,0)`,
    },
    {
      name: 'permit',
      columns: { id: 'INTEGER', applicant_id: 'INTEGER', officer_id: 'INTEGER', inspector_id: 'INTEGER', district: 'TEXT', submitted_on: 'DATE', decided_on: 'DATE', status: 'TEXT', estimated_cost: 'REAL' },
      references: { applicant_id: 'applicant', officer_id: 'officer' },
      values: `(21,1,11,null,'North','2024-01-05','2024-01-20','granted',900),(22,2,11,null,'North','2024-02-05',null,'pending',700),
        (23,2,12,null,'South','2024-03-05','2024-03-08','refused',5000),(24,3,12,null,'North','2025-01-05','2025-04-01','granted',100),(25,2,11,null,'South','2025-02-01',null,'pending',50)`,
    },
    {
      name: 'payment',
      columns: { id: 'INTEGER', permit_id: 'INTEGER', paid_on: 'DATE', amount: 'REAL' },
      references: { permit_id: 'permit' },
      values: `(31,21,'2024-02-01',40),(32,22,'2024-03-01',90),(33,23,null,10),(34,22,'2024-04-01',5)`,
    },
    {
      name: 'concert',
      columns: { id: 'INTEGER', title: 'TEXT', held_on: 'DATE', ticket_price: 'REAL', tickets_sold: 'INTEGER' },
      values: `(41,'Spring','2024-04-01',10,300),(42,'Autumn','2024-10-01',30,50)`,
    },
  ) // biome-ignore format: rows

it.each([
  // What is decided has a day on which it was.
  ['Which officer decided the most permits?', [12]],
  // What somebody applied for are applications, not applicants.
  ['How many applications were refused?', [1]],
  ['Which applicants never applied for a permit?', [4]],
  ['How many companies have applied?', [1]],
  ['Number of applications per district', ['North', 'South']],
  // What a permit brought in was paid for it.
  ['Which permit brought in the most money?', [22]],
  // What has no day of payment is not paid, and who has such a bill has not paid.
  ['How many payments are unpaid?', [1]],
  ['Which permits have unpaid payments?', [23]],
  ['Which permits never paid?', 'declined'],
  ['What is the total paid by each applicant?', [2, 1]],
  // A price by how many were sold at it.
  ['What were the takings of each concert?', [41, 42]],
  ['Which concert had the highest takings?', [41]],
  ['Which concerts sold fewer than 200 tickets?', [42]],
  // What somebody earns in a day is no hourly wage.
  ['Which officers earn more than 400 a day?', [12, 13]],
  ['Which officers earn more than 400 an hour?', 'declined'],
  ['Permits with an estimated cost over 500, dearest first', [23, 21, 22]],
  // Volunteers are those who are people, and not somebody else's.
  ['志愿者有多少人？', [1]],
])('reads what people ask of permits and concerts: %s', async (question, rows) => {
  expect((await town())(question)).toEqual(rows)
})

/** Work on turbines, with measures in units, and a workshop whose names only comments explain. */
const workshop = () =>
  databaseOf(
    {
      name: 'work_order',
      columns: { id: 'INTEGER', title: 'TEXT', fault_type: 'TEXT', opened_on: 'DATE', closed_on: 'DATE', priority: 'TEXT', machine: 'INTEGER', exposure_seconds: 'INTEGER' },
      references: { machine: 'mch' },
      values: `(1,'a','gear','2024-01-01','2024-01-05','high',51,60),(2,'b','gear','2024-02-01',null,'high',51,3600),(3,'c','oil','2024-03-01',null,'low',52,30)`,
    },
    {
      name: 'mch',
      comment: 'lathes and other machines',
      columns: { id: 'INTEGER', nm: 'TEXT', make: 'TEXT', pdt: 'DATE', energy_mwh: 'REAL', noted: 'DATE' },
      comments: { nm: 'machine name', pdt: 'date repaired, NULL if not yet', energy_mwh: 'energy used' },
      values: `(51,'Ajax','Bosch','2024-01-01',5,'2024-01-31'),(52,'Bull','Volvo',null,7,'2024-02-28')`,
    },
  ) // biome-ignore format: rows

it.each([
  // What has not been closed is open.
  ['Open work orders with high priority', [2]],
  ['How many open work orders are there?', [2]],
  ['How many work orders were opened in January 2024?', [1]],
  // Words of comments, where nothing is called so.
  ['How many machines are not repaired yet?', [1]],
  ['How many lathes are there?', [2]],
  // A make that is called as what people do.
  ['Total energy per machine make', ['Volvo', 'Bosch']],
  // Hours are no seconds.
  ['Total exposure per machine in hours', 'declined'],
  ['Total exposure in seconds', [3690]],
])('reads what people ask of a workshop: %s', async (question, rows) => {
  expect((await workshop())(question)).toEqual(rows)
})

/** A seed bank whose names are German and explained by comments, and a call centre. */
const seedBank = () =>
  databaseOf(
    {
      name: 'art',
      comment: 'plant species',
      columns: { art_nr: 'INTEGER', bot_nm: 'TEXT', fam: 'TEXT', lz: 'TEXT' },
      comments: { fam: 'plant family', lz: 'life form: T = tree, S = shrub' },
      key: 'art_nr',
      values: `(1,'Acer','Sapindaceae','T'),(2,'Rosa','Rosaceae','S'),(3,'Malus','Rosaceae','T')`,
    },
    {
      name: 'fundort',
      comment: 'places where seed was collected',
      columns: { fo_id: 'INTEGER', bez: 'TEXT', hoehe: 'INTEGER', land: 'TEXT' },
      comments: { bez: 'name of the site', hoehe: 'altitude in metres above sea level', land: 'country' },
      key: 'fo_id',
      values: `(11,'Alm',1900,'Austria'),(12,'Ried',400,'Austria'),(13,'Triglav',2100,'Slovenia')`,
    },
    {
      name: 'akz',
      comment: 'accessions: one seed lot each',
      columns: { akz_nr: 'INTEGER', art_nr: 'INTEGER', fo_id: 'INTEGER', eing_tag: 'DATE', n_korn: 'INTEGER', paid: 'TEXT' },
      comments: { eing_tag: 'received at the bank', n_korn: 'number of seeds on receipt' },
      references: { art_nr: 'art', fo_id: 'fundort' },
      key: 'akz_nr',
      values: `(21,1,11,'2024-01-05',50,'card'),(22,2,12,'2024-06-05',20,'card'),(23,2,13,'2025-01-05',90,'cash')`,
    },
    {
      name: 'team',
      columns: { teamId: 'INTEGER', teamNm: 'TEXT', leadAgentId: 'INTEGER' },
      key: 'teamId',
      values: `(1,'Heron',101),(2,'Ibis',102),(3,'Jay',103)`,
    },
    {
      name: 'agent',
      columns: { agentId: 'INTEGER', agentNm: 'TEXT', teamId: 'INTEGER', max_speed: 'REAL', speed: 'REAL' },
      references: { teamId: 'team' },
      key: 'agentId',
      values: `(101,'Ada Berg',1,9,3),(102,'Bo Lind',2,8,4),(103,'Cy Dahl',3,7,5),(104,'Di Falk',3,6,4)`,
    },
  ) // biome-ignore format: rows

it.each([
  ['species per plant family', ['Rosaceae', 'Sapindaceae']],
  ['How many species are trees?', [2]],
  ['Sites above 1800 metres, highest on top', ['Triglav', 'Alm']],
  ['What is the average altitude of the sites in Austria?', [1150]],
  ['Accessions received in 2024', [21, 22]],
  ['Top 1 accession by number of seeds', [23]],
  // The name as it is written is known, too.
  ['Average hoehe per land', ['Slovenia', 'Austria']],
  // Nothing declares that a team is led by an agent.
  ['Who leads team Heron?', [101]],
  ['Which team has the most agents?', [3]],
  ['number of agents per team, including those who have left', [3, 1, 2]],
  ['What is the average speed of agents?', [4]],
  ['What share of the species are trees, in percent?', [66.66666666666667]],
])('reads names that only comments explain: %s', async (question, rows) => {
  expect((await seedBank())(question)).toEqual(rows)
})

/** A blood service whose references stand in comments, and a ferry line with two ports a route. */
const service = () =>
  databaseOf(
    {
      name: 'ctr',
      comment: 'collection centres',
      columns: { cid: 'INTEGER', cnm: 'TEXT', ctp: 'TEXT', bds: 'INTEGER' },
      comments: { cnm: 'name of the centre', ctp: 'type of centre: F = fixed site, M = mobile unit', bds: 'number of donation beds' },
      key: 'cid',
      values: `(1,'Altstadt','F',9),(2,'Bus One','M',4),(3,'Bus Two','M',6)`,
    },
    {
      name: 'dnr',
      comment: 'registered donors',
      columns: { did: 'INTEGER', nm: 'TEXT', bg: 'TEXT' },
      comments: { nm: "donor's full name", bg: 'blood group with rhesus sign' },
      key: 'did',
      values: `(11,'Ada Berg','O-'),(12,'Bo Lind','A+'),(13,'Cy Dahl','O-')`,
    },
    {
      name: 'dntn',
      comment: 'donations',
      columns: { nid: 'INTEGER', donor: 'INTEGER', ctr_ref: 'INTEGER', ddt: 'DATE', st: 'TEXT', temp: 'REAL', energy_kwh: 'REAL' },
      comments: { donor: 'who gave (dnr.did)', ctr_ref: 'where the blood was given (ctr.cid)', ddt: 'date of donation', st: 'status: OK = accepted, DF = deferred', temp: 'storage temperature' },
      key: 'nid',
      values: `(21,11,1,'2024-01-05','OK',4,1),(22,11,2,'2024-03-05','OK',2,2),(23,11,2,'2024-05-05','DF',3,3),(24,12,3,'2025-01-05','OK',6,4)`,
    },
    {
      name: 'hsp',
      comment: 'hospitals supplied',
      columns: { hid: 'INTEGER', hnm: 'TEXT' },
      comments: { hnm: 'hospital name' },
      key: 'hid',
      values: `(31,'St. Anna'),(32,'Clara'),(33,'Marien')`,
    },
    {
      name: 'req',
      comment: 'blood orders placed by hospitals',
      columns: { rid: 'INTEGER', hid: 'INTEGER', qty: 'INTEGER', urg: 'TEXT', amt: 'REAL', pdt: 'DATE', method: 'TEXT' },
      comments: { hid: 'ordering hospital (hsp.hid)', qty: 'units ordered', urg: 'urgency: R = routine, E = emergency', amt: 'amount charged in euros', pdt: 'date paid, NULL = unpaid' },
      key: 'rid',
      values: `(41,31,5,'R',50,'2024-02-01','card'),(42,31,9,'E',90,'2024-03-01','cash'),(43,32,2,'E',20,null,'card')`,
    },
    { name: 'port', columns: { id: 'INTEGER', name: 'TEXT' }, values: `(51,'Alto'),(52,'Basso')` },
    {
      name: 'captain',
      columns: { id: 'INTEGER', full_name: 'TEXT', home_port_id: 'INTEGER' },
      references: { home_port_id: 'port' },
      values: `(61,'Eva Lind',52)`,
    },
    {
      name: 'route',
      columns: { id: 'INTEGER', code: 'TEXT', origin_port_id: 'INTEGER', destination_port_id: 'INTEGER', distance_nm: 'REAL' },
      references: { origin_port_id: 'port', destination_port_id: 'port' },
      values: `(71,'AB',51,52,30),(72,'BA',52,51,30)`,
    },
    {
      name: 'sailing',
      columns: { id: 'INTEGER', route_id: 'INTEGER', captain_id: 'INTEGER', departs_on: 'DATE', status: 'TEXT', reason: 'TEXT' },
      references: { route_id: 'route', captain_id: 'captain' },
      values: `(81,71,61,'2024-01-01','completed',null),(82,71,61,'2024-02-01','cancelled','high wind'),(83,72,61,'2024-03-01','completed',null)`,
    },
  ) // biome-ignore format: rows

it.each([
  // References that comments name.
  ['How many donations has each centre had?', [2, 1, 3]],
  ['Who are the donors with more than 1 accepted donations?', [11]],
  ['How many O negative donors are there?', [2]],
  // Beds are no verb.
  ['List our mobile units with their bed counts, largest first.', [3, 2]],
  ['What is the coldest temperature we store blood at?', [2]],
  // Orders are rows, and no units ordered.
  ['how many emergency orders reached us', [2]],
  ['Which hospitals have not placed any order?', [33]],
  ['How much have we charged St. Anna altogether?', [140]],
  // What is paid is a condition, wherever it stands.
  ['Total amount per method of paid orders', ['cash', 'card']],
  ['Looking only at paid orders, how much money came through each method?', ['cash', 'card']],
  // From a port, wherever the captain lives.
  ['How many completed sailings set off from Alto?', [1]],
  ['How many sailings were cancelled because of high wind?', [1]],
  ['From how many different centres do our donations come?', [3]],
  ['有多少家医院一次订单都没下过？', [1]],
  // How long the longest is, is one figure.
  ['How long, in nautical miles, is our longest route?', [71]],
])('reads what people ask of blood and ferries: %s', async (question, rows) => {
  expect((await service())(question)).toEqual(rows)
})

/** A climbing gym and its passes, a call centre's queues, and ships. */
const gym = () =>
  databaseOf(
    {
      name: 'member',
      columns: { id: 'INTEGER', first_name: 'TEXT', last_name: 'TEXT', joined_on: 'DATE', is_student: 'BOOLEAN' },
      values: `(1,'Ada','Berg','2024-01-01',1),(2,'Bo','Lind','2025-02-01',0)`,
    },
    {
      name: 'pass',
      columns: { id: 'INTEGER', member_id: 'INTEGER', pass_type: 'TEXT', sold_on: 'DATE', price_paid: 'REAL', status: 'TEXT' },
      references: { member_id: 'member' },
      values: `(11,1,'annual','2024-01-01',300,'active'),(12,2,'monthly','2025-02-01',40,'frozen'),(13,2,'annual','2025-03-01',310,'active'),(14,1,'monthly','2025-03-01',40,'active')`,
    },
    { name: 'queue', columns: { id: 'INTEGER', name: 'TEXT', sla_sec: 'INTEGER' }, values: `(21,'Faults',60),(22,'Sales',90)` },
    {
      name: 'call_log',
      columns: { id: 'INTEGER', queue_id: 'INTEGER', started_on: 'DATE', wait_sec: 'INTEGER', catg: 'TEXT' },
      references: { queue_id: 'queue' },
      values: `(31,21,'2024-01-01',10,'fault'),(32,21,'2024-01-02',30,'fault'),(33,22,'2024-01-03',5,'order')`,
    },
    { name: 'port', columns: { id: 'INTEGER', name: 'TEXT' }, values: `(41,'Alto'),(42,'Basso')` },
    {
      name: 'vessel',
      columns: { id: 'INTEGER', name: 'TEXT', built_year: 'INTEGER', last_inspection: 'DATE' },
      values: `(51,'Old Star',1980,'2025-01-01'),(52,'New Moon',2020,'2024-01-01')`,
    },
    {
      name: 'crew_member',
      columns: { id: 'INTEGER', full_name: 'TEXT', home_port_id: 'INTEGER', vessel_id: 'INTEGER', daily_wage: 'REAL' },
      references: { home_port_id: 'port', vessel_id: 'vessel' },
      values: `(61,'Eva Lind',42,51,500),(62,'Finn Moe',42,52,100),(63,'Gro Nes',41,52,100)`,
    },
    {
      name: 'sailing',
      columns: { id: 'INTEGER', captain_id: 'INTEGER', vessel_id: 'INTEGER', departs_on: 'DATE', delay_min: 'INTEGER' },
      references: { captain_id: 'crew_member', vessel_id: 'vessel' },
      values: `(71,61,51,'2024-01-01',0),(72,61,51,'2024-02-01',15),(73,62,52,'2024-03-01',null)`,
    },
  ) // biome-ignore format: rows

it.each([
  // A kind of passes that is called so, and not each year.
  ['annual passes sold to students - how many?', [1]],
  ['What share of passes is frozen? in %', [25]],
  ['Fees per pass type', 'declined'],
  // A wait is what is measured, not the queue.
  ['Average wait per queue', [21, 22]],
  ['Calls by category', ['fault', 'order']],
  // The newest was built last, whenever it was inspected.
  ['Newest ship', [52]],
  // The most crew are people, and no wages.
  ['Which vessel has the most crew?', [52]],
  ['Which captain had the most sailings?', [61]],
  ['How many sailings were late?', [1]],
  // Where a captain lives is no port of a sailing.
  ['Crew members based in Basso', [61, 62]],
])('reads what people ask of passes, calls and ships: %s', async (question, rows) => {
  expect((await gym())(question)).toEqual(rows)
})
