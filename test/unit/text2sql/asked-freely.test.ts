import { expect, it } from 'vitest'
import { databaseOf } from './asked-database'

/** Questions as people type them, each of which was once answered beside the question, or not at all. */
const shop = () =>
  databaseOf(
    {
      name: 'categories',
      columns: { id: 'INTEGER', category_name: 'TEXT' },
      values: `(1,'Bulbs'),(2,'Tools')`,
    },
    {
      name: 'products',
      columns: { id: 'INTEGER', product_name: 'TEXT', category_id: 'INTEGER', price: 'REAL' },
      references: { category_id: 'categories' },
      values: `(1,'Tulip',1,3),(2,'Crocus',1,2),(3,'Spade',2,30)`,
    },
    {
      name: 'customers',
      columns: { id: 'INTEGER', full_name: 'TEXT', signup_date: 'DATE' },
      values: `(1,'Ada Lang','2024-02-01'),(2,'Ben Moor','2024-03-01'),(3,'Cleo Nye','2025-01-09'),(4,'Dora Oh','2025-02-09')`,
    },
    {
      name: 'orders',
      columns: { id: 'INTEGER', customer_id: 'INTEGER', order_date: 'DATE', channel: 'TEXT' },
      references: { customer_id: 'customers' },
      values: `(1,1,'2024-03-05','website'),(2,1,'2025-03-05','phone'),(3,2,'2025-05-05','website'),(4,3,'2025-06-05','website')`,
    },
    {
      name: 'reviews',
      columns: { id: 'INTEGER', product_id: 'INTEGER', customer_id: 'INTEGER', stars: 'INTEGER', review_date: 'DATE' },
      references: { product_id: 'products', customer_id: 'customers' },
      values: `(1,1,1,5,'2025-01-01'),(2,1,2,3,'2025-02-01'),(3,2,1,1,'2025-03-01'),(4,3,1,4,'2025-04-01'),(5,3,2,5,'2025-05-01')`,
    },
  ) // biome-ignore format: a table

it.each([
  ['Which customers ordered in both 2024 and 2025?', [1]],
  ['How many customers ordered in both March and May 2025?', [0]],
  ['Which customers ordered more than once in both 2024 and 2025?', 'declined'],
  ['Which customers ordered by phone in both 2024 and 2025?', 'declined'],
  ['How many orders were placed in both 2024 and 2025?', [4]],
  ['Which products got only 5-star reviews?', 'declined'],
  ['Which products were reviewed with 1 star?', [2]],
  ['Which customers never left a review?', [3, 4]],
  ['Which customers left more than 2 reviews?', [1]],
  ['Which customers signed up in 2025 but have no orders?', [4]],
  ['Which categories have an average rating above 4?', [2]],
  ['Which product has the best rating?', [3]],
])('reads what is asked of a shop: %s', async (question, answer) => {
  expect((await shop())(question)).toEqual(answer)
})

const school = () =>
  databaseOf(
    {
      name: 'teachers',
      columns: { id: 'INTEGER', full_name: 'TEXT', teaches_language: 'TEXT' },
      values: `(1,'Ada Lang','Spanish'),(2,'Ben Moor','French')`,
    },
    {
      name: 'courses',
      columns: { id: 'INTEGER', title: 'TEXT', language: 'TEXT', teacher_id: 'INTEGER' },
      references: { teacher_id: 'teachers' },
      values: `(1,'Start','Spanish',1),(2,'Go on','French',1),(3,'Talk','French',2)`,
    },
    {
      name: 'students',
      columns: { id: 'INTEGER', full_name: 'TEXT', birth_date: 'DATE' },
      values: `(1,'Eva Um','1950-02-01'),(2,'Fay Vo','2001-02-01'),(3,'Gus Wu','2003-03-01')`,
    },
    {
      name: 'enrolments',
      columns: { id: 'INTEGER', student_id: 'INTEGER', course_id: 'INTEGER', enrolled_on: 'DATE' },
      references: { student_id: 'students', course_id: 'courses' },
      values: `(1,1,1,'2025-01-01'),(2,2,1,'2025-01-02'),(3,2,2,'2025-01-03')`,
    },
    {
      name: 'exam_results',
      columns: { id: 'INTEGER', student_id: 'INTEGER', course_id: 'INTEGER', exam_type: 'TEXT', score: 'INTEGER', passed: 'TEXT' },
      references: { student_id: 'students', course_id: 'courses' },
      values: `(1,1,1,'oral',90,'yes'),(2,2,1,'oral',40,'no'),(3,2,2,'written',80,'yes')`,
    },
  ) // biome-ignore format: a table

it.each([
  // Who has passed another exam has failed one all the same.
  ['Which students failed an exam?', [2]],
  ['Which students have exams that are not passed?', [2]],
  ['How many students failed the oral exam?', [1]],
  ['Which teachers teach both Spanish and French?', [1]],
  ['How many students are enrolled in each course?', [1, 2]],
  ['How many students are older than 60?', [1]],
  ['Which students are younger than 60?', [2, 3]],
  ['Which courses are older than 60?', 'declined'],
])('reads what is asked of a school: %s', async (question, answer) => {
  expect((await school())(question)).toEqual(answer)
})

const hotel = () =>
  databaseOf(
    {
      name: 'hotels',
      columns: { id: 'INTEGER', hotel_name: 'TEXT', country: 'TEXT' },
      values: `(1,'Sonata','Austria'),(2,'Old Mint','Hungary'),(3,'Villa','Austria')`,
    },
    {
      name: 'guests',
      columns: { id: 'INTEGER', guest_name: 'TEXT', nationality: 'TEXT', birth_date: 'DATE' },
      values: `(1,'Ada Lang','German','1980-01-01'),(2,'Ben Moor','German','1990-01-01'),(3,'Cleo Nye','British','1970-01-01')`,
    },
    {
      name: 'bookings',
      columns: { id: 'INTEGER', guest_id: 'INTEGER', hotel_id: 'INTEGER', booked_on: 'DATE', children: 'INTEGER' },
      references: { guest_id: 'guests', hotel_id: 'hotels' },
      values: `(1,1,1,'2024-01-01',0),(2,2,1,'2024-02-01',2),(3,3,2,'2024-03-01',0)`,
    },
  ) // biome-ignore format: a table

it.each([
  ['Which bookings include children?', [2]],
  ['How many bookings with children were there in 2024?', [1]],
  ['How many guests are from each country?', ['German', 'British']],
  ['Which country do most guests come from?', ['German']],
  ['How many hotels are in each country?', ['Austria', 'Hungary']],
])('reads what is asked of a hotel: %s', async (question, answer) => {
  expect((await hotel())(question)).toEqual(answer)
})

const helpdesk = () =>
  databaseOf(
    {
      name: 'agents',
      columns: { id: 'INTEGER', agent_name: 'TEXT' },
      values: `(1,'Ada Lang'),(2,'Ben Moor')`,
    },
    {
      name: 'tickets',
      columns: { id: 'INTEGER', title: 'TEXT', agent_id: 'INTEGER', priority: 'TEXT', status: 'TEXT', opened_at: 'DATETIME', resolved_at: 'DATETIME', satisfaction: 'INTEGER' },
      references: { agent_id: 'agents' },
      values: `(1,'Lamp',1,'critical','waiting','2025-01-01',NULL,NULL),(2,'Jam',1,'low','closed','2025-01-02','2025-01-03',5),
        (3,'Key',1,'low','closed','2025-01-02','2025-01-03',1),(4,'Mail',2,'critical','resolved','2025-01-02','2025-01-04',4),(5,'Net',2,'low','new','2025-01-05',NULL,NULL)`,
    },
  ) // biome-ignore format: a table

it.each([
  ['Which tickets are critical and still open?', [1]],
  ['How many tickets are open?', [2]],
  ['How many open tickets does each agent have?', [1, 2]],
  ['Which agent has the best satisfaction?', [2]],
  ['How many tickets are there, not counting closed ones?', [3]],
])('reads what is asked of a helpdesk: %s', async (question, answer) => {
  expect((await helpdesk())(question)).toEqual(answer)
})

const museum = () =>
  databaseOf(
    {
      name: 'artwork',
      columns: { id: 'INTEGER', title: 'TEXT', medium: 'TEXT', vaccine: 'TEXT' },
      values: `(1,'Ash','painting','a'),(2,'Birch','sculpture','b'),(3,'Cedar','painting','a')`,
    },
    {
      name: 'vaccination',
      columns: { id: 'INTEGER', vaccine: 'TEXT', given_on: 'DATE' },
      values: `(1,'polio','2024-01-01'),(2,'polio','2024-02-01'),(3,'rabies','2024-03-01')`,
    },
    {
      name: 'vessels',
      columns: { id: 'INTEGER', vessel_name: 'TEXT', passenger_capacity: 'INTEGER', joined_on: 'DATE' },
      values: `(1,'Star',1200,'2024-08-01'),(2,'Wave',300,'2023-01-01')`,
    },
    {
      name: 'pol_hdr',
      columns: { pol_no: 'TEXT', ann_prem_amt: 'REAL', lob: 'TEXT' },
      values: `('P1',100,'Motor'),('P2',300,'Home')`,
    },
    {
      name: 'treatment',
      columns: { id: 'INTEGER', treatment_name: 'TEXT', duration_minutes: 'INTEGER' },
      values: `(1,'Crown',90),(2,'Filling',30)`,
    },
    {
      name: 'pmt_trn',
      columns: { pmt_id: 'INTEGER', pol_no: 'TEXT', pmt_amt: 'REAL' },
      values: `(1,'P1',900),(2,'P2',10)`,
    },
  ) // biome-ignore format: a table

it.each([
  ['How many paintings do we own?', [2]],
  ['How many different vaccines were given?', [2]],
  ['Which vessels can carry more than 1,000 passengers?', [1]],
  ['List the vessels that joined in the second half of 2024 (July to December).', [1]],
  ['Which treatments take longer than an hour?', [1]],
  ['Which line of business has the highest average premium?', ['Home']],
])('reads what is asked of whatever else: %s', async (question, answer) => {
  expect((await museum())(question)).toEqual(answer)
})

const marina = () =>
  databaseOf(
    {
      name: 'Marina',
      columns: { MarinaId: 'INTEGER', MarinaName: 'TEXT', OpenedDate: 'DATE' },
      values: `(1,'Vecchio','1993-09-14')`,
    },
    {
      name: 'Boat',
      columns: { BoatId: 'INTEGER', Name: 'TEXT', BoatType: 'TEXT', MarinaId: 'INTEGER', Seats: 'INTEGER' },
      references: { MarinaId: 'Marina' },
      values: `(1,'Delfino','sailboat',1,8),(2,'Aurora','sailboat',1,4),(3,'Luce','kayak',1,2)`,
    },
    {
      name: 'Customer',
      columns: { CustomerId: 'INTEGER', Name: 'TEXT' },
      values: `(1,'Ada Lang'),(2,'Ben Moor')`,
    },
    {
      name: 'Rental',
      columns: { RentalId: 'INTEGER', CustomerId: 'INTEGER', BoatId: 'INTEGER', StartDate: 'DATE', EndDate: 'DATE', Amount: 'REAL' },
      references: { CustomerId: 'Customer', BoatId: 'Boat' },
      values: `(1,1,1,'2024-05-01','2024-05-11',900),(2,1,2,'2024-06-01','2024-06-03',100),(3,2,3,'2024-07-01','2024-07-02',40)`,
    },
    {
      name: 'RentalItem',
      columns: { ItemId: 'INTEGER', RentalId: 'INTEGER', Insured: 'INTEGER' },
      references: { RentalId: 'Rental' },
      values: `(1,1,1),(2,1,1),(3,2,0)`,
    },
    {
      name: 'Repair',
      columns: { RepairId: 'INTEGER', BoatId: 'INTEGER', BeginDate: 'DATE', Workshop: 'TEXT', Status: 'TEXT' },
      references: { BoatId: 'Boat' },
      values: `(1,1,'2024-01-01','Lago','open'),(2,2,'2024-02-01','Lago','done'),(3,1,'2024-03-01','Rossi','cancelled')`,
    },
  ) // biome-ignore format: a table

it.each([
  ['Which customers rented more than one boat?', [1]],
  ['Which repairs are still open?', [1]],
  ['Which sailboats have more than 6 seats?', [1]],
  ['Which customers have a total revenue of more than 500?', [1]],
  ['How many rentals lasted more than 7 days?', [1]],
  ['Which rentals took longer than 5 days?', [1]],
  ['Which workshop is used most?', ['Lago']],
  // Two insured items are of one rental.
  ['How many rentals were insured?', [1]],
])('reads what is asked of a marina: %s', async (question, answer) => {
  expect((await marina())(question)).toEqual(answer)
})

const podcasts = () =>
  databaseOf(
    {
      name: 'Show',
      columns: { ShowId: 'INTEGER', Title: 'TEXT', Language: 'TEXT' },
      values: `(1,'Night Trains','English'),(2,'Tiny Empires','French')`,
    },
    {
      name: 'Episode',
      columns: { EpisodeId: 'INTEGER', ShowId: 'INTEGER', Title: 'TEXT', Downloads: 'INTEGER' },
      references: { ShowId: 'Show' },
      values: `(1,1,'Ash',10),(2,1,'Birch',70),(3,2,'Cedar',30)`,
    },
  ) // biome-ignore format: a table

it.each([
  ['What is the most downloaded episode?', [2]],
  ['Which show has the most episodes?', [1]],
  ['Show the shows in French.', [2]],
])('reads what is asked of podcasts: %s', async (question, answer) => {
  expect((await podcasts())(question)).toEqual(answer)
})

const port = () =>
  databaseOf(
    {
      name: 'Vessel',
      columns: { VesselID: 'INTEGER', VesselName: 'TEXT', InService: 'INTEGER' },
      values: `(1,'Star',1),(2,'Old Harald',0)`,
    },
    {
      name: 'Incident',
      columns: { IncidentID: 'INTEGER', VesselID: 'INTEGER', ReportedOn: 'DATE', Severity: 'INTEGER', RepairCost: 'REAL' },
      references: { VesselID: 'Vessel' },
      values: `(1,1,'2024-01-01',1,100),(2,2,'2024-02-01',5,900),(3,2,'2023-02-01',3,50)`,
    },
    {
      name: 'Booking',
      columns: { BookingID: 'INTEGER', VesselID: 'INTEGER', Passengers: 'INTEGER', Fare: 'REAL' },
      references: { VesselID: 'Vessel' },
      values: `(1,1,2,80),(2,1,4,120),(3,1,2,60)`,
    },
    {
      name: 'Exhibition',
      columns: { ExhibitionID: 'INTEGER', Title: 'TEXT', Budget: 'REAL' },
      values: `(1,'Light',1000)`,
    },
  ) // biome-ignore format: a table

it.each([
  // What is repaired need not be in service.
  ['How much was spent on repairs per vessel?', [2, 1]],
  ['Which vessels are in service?', [1]],
  ['What is the average fare per passenger?', 'declined'],
  ['How many bookings are there per number of passengers?', [2, 4]],
  ['Which severe incidents happened in 2024?', 'declined'],
  ['Which incidents were the most severe?', [2]],
  ['Which exhibitions were over budget?', 'declined'],
])('reads what is asked of a port: %s', async (question, answer) => {
  expect((await port())(question)).toEqual(answer)
})

const practice = () =>
  databaseOf(
    {
      name: 'owner',
      columns: { owner_id: 'INTEGER', first_name: 'TEXT', last_name: 'TEXT', registered_on: 'DATE' },
      values: `(1,'Ada','Lang','2024-01-01'),(2,'Ben','Moor','2024-01-01')`,
    },
    {
      name: 'pet',
      columns: { pet_id: 'INTEGER', owner_id: 'INTEGER', name: 'TEXT', species: 'TEXT', birth_date: 'DATE', weight_kg: 'REAL' },
      references: { owner_id: 'owner' },
      values: `(1,1,'Rex','Dog','2015-01-01',20),(2,2,'Otis','Dog','2016-01-01',30),(3,2,'Milo','Cat','2010-01-01',5),(4,1,'Fay','Bird','2018-01-01',1)`,
    },
    {
      name: 'visit',
      columns: { visit_id: 'INTEGER', pet_id: 'INTEGER', visit_date: 'DATE' },
      references: { pet_id: 'pet' },
      values: `(1,3,'2024-01-01'),(2,3,'2024-02-01'),(3,3,'2024-03-01')`,
    },
    {
      name: 'chemicals',
      columns: { chemical_id: 'INTEGER', chemical_name: 'TEXT', expiry_date: 'DATE', price_eur: 'REAL' },
      values: `(1,'Acetone','2020-01-01',10),(2,'Methanol','2999-01-01',20)`,
    },
  ) // biome-ignore format: a table

it.each([
  ['Who owns the heaviest dog?', [2]],
  ['Which species is seen most often?', 'declined'],
  ['Which chemicals have expired?', [1]],
  ['How many chemicals are expired?', [1]],
  ['How much of each chemical has been used?', 'declined'],
])('reads what is asked of a practice: %s', async (question, answer) => {
  expect((await practice())(question)).toEqual(answer)
})

const bookshop = () =>
  databaseOf(
    {
      name: 'books',
      columns: { id: 'INTEGER', title: 'TEXT', genre: 'TEXT' },
      values: `(1,'Ash','Travel'),(2,'Birch','Travel'),(3,'Cedar','Cookery'),(4,'Dill','Cookery'),(5,'Elm','Cookery')`,
    },
    {
      name: 'customers',
      columns: { id: 'INTEGER', full_name: 'TEXT' },
      values: `(1,'Ada Lang'),(2,'Ben Moor'),(3,'Cleo Nye')`,
    },
    {
      name: 'orders',
      columns: { id: 'INTEGER', customer_id: 'INTEGER', ordered_at: 'DATE', status: 'TEXT', delivered_on: 'DATE', shipping_fee: 'REAL' },
      references: { customer_id: 'customers' },
      values: `(1,1,'2024-12-30','delivered','2025-01-03',7),(2,1,'2025-03-05','cancelled',NULL,2),(3,2,'2025-05-05','delivered','2025-05-07',0)`,
    },
    {
      name: 'order_lines',
      columns: { id: 'INTEGER', order_id: 'INTEGER', book_id: 'INTEGER', quantity: 'INTEGER', unit_price: 'REAL' },
      references: { order_id: 'orders', book_id: 'books' },
      values: `(1,1,1,1,9),(2,2,3,2,5),(3,3,2,4,3),(4,3,1,1,10),(5,1,4,1,7)`,
    },
    {
      name: 'reviews',
      columns: { id: 'INTEGER', book_id: 'INTEGER', customer_id: 'INTEGER', rating: 'INTEGER' },
      references: { book_id: 'books', customer_id: 'customers' },
      values: `(1,1,3,5),(2,3,2,4),(3,2,2,2),(4,2,3,2)`,
    },
  ) // biome-ignore format: a table

it.each([
  // Who reviewed one did not buy it.
  ['Which customers bought a travel book?', [1, 2]],
  ['Which customers have bought both a travel book and a cookery book?', [1]],
  ['Which customers reviewed a cookery book?', [2]],
  ['How do our orders break down by status?', ['delivered', 'cancelled']],
  ['Which book has sold the most copies?', [2]],
  ['Which books have never been reviewed by anyone?', [4, 5]],
  ['Which books have been ordered but never reviewed?', [4]],
  ['Which customers placed no orders in 2025?', [3]],
  ['How many delivered orders were placed in 2025?', [1]],
  ['How many orders were delivered in 2025?', [2]],
  ['Which books got a two-star review?', [2]],
  ['Which books got a 2-star review?', [2]],
  ['Which books got only five-star reviews?', 'declined'],
  ['How many five-star reviews does each book have?', [1]],
  // What a parcel cost is not what the order comes to.
  ['What is the most expensive order?', 'declined'],
  ['What is the total value of all orders placed in 2025?', [32]],
  ['When did Ada Lang place her most recent order?', ['2025-03-05']],
])('reads what is asked of a bookshop: %s', async (question, answer) => {
  expect((await bookshop())(question)).toEqual(answer)
})

const staff = () =>
  databaseOf(
    {
      name: 'employees',
      columns: { id: 'INTEGER', full_name: 'TEXT', hire_date: 'DATE', termination_date: 'DATE', termination_reason: 'TEXT' },
      values: `(1,'Ada Lang','2015-01-01',NULL,NULL),(2,'Ben Moor','2016-01-01','2024-02-01','retirement'),(3,'Cleo Nye','2017-01-01',NULL,NULL)`,
    },
    {
      name: 'salary_history',
      columns: { id: 'INTEGER', employee_id: 'INTEGER', annual_salary: 'REAL', change_reason: 'TEXT', valid_from: 'DATE', valid_to: 'DATE' },
      references: { employee_id: 'employees' },
      values: `(1,1,40,'hired','2015-01-01','2016-12-31'),(2,1,50,'promotion','2017-01-01','2018-12-31'),(3,1,60,'promotion','2019-01-01',NULL),(4,2,40,'hired','2016-01-01','2018-12-31'),
        (5,2,95,'promotion','2019-01-01','2024-02-01'),(6,3,40,'hired','2017-01-01','2018-12-31'),(7,3,41,'adjustment','2019-01-01','2019-12-31'),(8,3,42,'adjustment','2020-01-01',NULL)`,
    },
  ) // biome-ignore format: a table

it.each([
  ['Which employees have been promoted more than once?', [1]],
  ['How many current employees are there?', [2]],
  // What somebody earned before is no salary of theirs.
  ['What is the average salary?', [51]],
  ['Which employee has the highest salary?', [1]],
  ['Who is earning the highest salary at present?', [1]],
  ['What was the highest salary ever?', [5]],
  ['What is the average salary of promotions?', [205 / 3]],
])('reads what is asked of a staff: %s', async (question, answer) => {
  expect((await staff())(question)).toEqual(answer)
})

const festival = () =>
  databaseOf(
    {
      name: 'directors',
      columns: { id: 'INTEGER', name: 'TEXT', nationality: 'TEXT' },
      values: `(1,'Amélie Duroc','French'),(2,'Ken Ishida','Japanese')`,
    },
    {
      name: 'films',
      columns: { id: 'INTEGER', title: 'TEXT', director_id: 'INTEGER', country: 'TEXT' },
      references: { director_id: 'directors' },
      values: `(1,'Ash',1,'Belgium'),(2,'Birch',2,'France'),(3,'Cedar',2,'Japan')`,
    },
    {
      name: 'awards',
      columns: { id: 'INTEGER', film_id: 'INTEGER', award_name: 'TEXT' },
      references: { film_id: 'films' },
      values: `(1,1,'Lantern'),(2,2,'Lamp')`,
    },
  ) // biome-ignore format: a table

it.each([
  ['Which films by French directors won an award?', [1]],
  ['How many French films are there?', [1]],
])('reads what is asked of a festival: %s', async (question, answer) => {
  expect((await festival())(question)).toEqual(answer)
})

const grants = () =>
  databaseOf(
    {
      name: 'funders',
      columns: { id: 'INTEGER', funder_name: 'TEXT' },
      values: `(1,'North Fund'),(2,'South Fund')`,
    },
    {
      name: 'researchers',
      columns: { id: 'INTEGER', full_name: 'TEXT', university: 'TEXT' },
      values: `(1,'Ada Lang','Dyle'),(2,'Ben Moor','Rhine'),(3,'Cleo Nye','Rhine')`,
    },
    {
      name: 'grants',
      columns: { id: 'INTEGER', title: 'TEXT', funder_id: 'INTEGER', lead_researcher_id: 'INTEGER', requested_amount: 'REAL', awarded_amount: 'REAL', goal_amount: 'REAL' },
      references: { funder_id: 'funders', lead_researcher_id: 'researchers' },
      values: `(1,'Ash',1,1,100,90,5),(2,'Birch',1,1,50,40,5),(3,'Cedar',2,2,10,10,5)`,
    },
    {
      name: 'grant_members',
      columns: { id: 'INTEGER', grant_id: 'INTEGER', researcher_id: 'INTEGER' },
      references: { grant_id: 'grants', researcher_id: 'researchers' },
      values: `(1,1,3),(2,2,3),(3,3,2),(4,1,2)`,
    },
    {
      name: 'instalments',
      columns: { id: 'INTEGER', grant_id: 'INTEGER', amount: 'REAL', paid_on: 'DATE' },
      references: { grant_id: 'grants' },
      values: `(1,1,10,'2024-01-01'),(2,1,20,'2024-02-01'),(3,3,10,'2024-03-01'),(4,2,30,'2024-03-01')`,
    },
  ) // biome-ignore format: a table

it.each([
  // Who leads a grant need not be the only one.
  ['Which researchers are members of more than 1 grant?', [2, 3]],
  ['Which grants have reached their goal?', 'declined'],
  ['Which university received the most funding?', 'declined'],
  // What was paid at once is not what was awarded.
  ['Which funder awarded the most money?', 'declined'],
  ['Who leads the largest grant?', 'declined'],
])('reads what is asked of grants: %s', async (question, answer) => {
  expect((await grants())(question)).toEqual(answer)
})

const office = () =>
  databaseOf(
    {
      name: 'gigs',
      columns: { id: 'INTEGER', gig_date: 'DATE', fee: 'REAL', ticket_price: 'REAL', tickets_sold: 'INTEGER' },
      values: `(1,'2024-01-01',100,10,50),(2,'2024-02-01',200,20,30)`,
    },
    {
      name: 'invoices',
      columns: { id: 'INTEGER', amount: 'REAL', due_on: 'DATE', paid_on: 'DATE', status: 'TEXT' },
      values: `(1,10,'2024-01-10','2024-01-20','paid'),(2,20,'2024-01-10','2024-01-05','paid'),(3,30,'2024-01-10',NULL,'overdue')`,
    },
    {
      name: 'licences',
      columns: { id: 'INTEGER', software: 'TEXT', licence_type: 'TEXT', yearly_cost: 'REAL' },
      values: `(1,'Suite','subscription',100),(2,'Draw','subscription',50),(3,'Scan','perpetual',70)`,
    },
    {
      name: 'projects',
      columns: { id: 'INTEGER', title: 'TEXT', state: 'TEXT' },
      values: `(1,'Ash','running'),(2,'Birch','completed')`,
    },
  ) // biome-ignore format: a table

it.each([
  ['How much ticket revenue did each gig make?', 'declined'],
  ['Which invoices were paid late?', [1]],
  ['Which invoices are overdue?', [3]],
  ['What is the yearly cost of all subscriptions?', [150]],
  ['Which projects are still going on?', [1]],
])('reads what is asked of an office: %s', async (question, answer) => {
  expect((await office())(question)).toEqual(answer)
})

const institute = () =>
  databaseOf(
    {
      name: '人员',
      key: '人员编号',
      columns: { 人员编号: 'INTEGER', 姓名: 'TEXT', 入职日期: 'DATE', 离职日期: 'DATE' },
      values: `(1,'郭静','2015-01-01',NULL),(2,'王浩然','2012-01-01','2020-01-01'),(3,'李小萌','2018-01-01',NULL)`,
    },
    {
      name: '设备',
      key: '设备编号',
      columns: { 设备编号: 'INTEGER', 设备名称: 'TEXT', 设备类别: 'TEXT', 购置金额: 'REAL' },
      values: `(1,'离心机','制备',100),(2,'显微镜','成像',300),(3,'天平','制备',50)`,
    },
    {
      name: '预约',
      key: '预约编号',
      columns: { 预约编号: 'INTEGER', 人员编号: 'INTEGER', 设备编号: 'INTEGER', 预约日期: 'DATE' },
      references: { 人员编号: '人员', 设备编号: '设备' },
      values: `(1,1,1,'2025-03-01'),(2,1,2,'2025-03-05'),(3,3,1,'2025-03-07'),(4,3,1,'2025-04-07')`,
    },
  ) // biome-ignore format: a table

it.each([
  ['研究所现在一共有多少名在职人员？', [2]],
  ['2025年3月一共有多少次设备预约？', [3]],
  ['哪些人员既预约过离心机，又预约过显微镜？', [1]],
])('reads what is asked of an institute: %s', async (question, answer) => {
  expect((await institute())(question)).toEqual(answer)
})

it('tells the patient of 处方总金额最高的患者, and not the prescription', async () => {
  const ask = await databaseOf(
    {
      name: '患者',
      columns: { 患者编号: 'INTEGER', 姓名: 'TEXT', 性别: 'TEXT' },
      values: `(1,'郭静','女'),(2,'王浩然','男')`,
    },
    {
      name: '处方',
      columns: { 处方编号: 'INTEGER', 患者编号: 'INTEGER', 开方日期: 'DATE' },
      references: { 患者编号: '患者' },
      values: `(1,1,'2024-01-01'),(2,2,'2024-01-02'),(3,2,'2024-01-03')`,
    },
    {
      name: '处方明细',
      columns: { 明细编号: 'INTEGER', 处方编号: 'INTEGER', 金额: 'REAL' },
      references: { 处方编号: '处方' },
      values: `(1,1,50),(2,2,40),(3,3,40)`,
    },
  ) // biome-ignore format: a table
  expect(ask('处方总金额最高的患者是谁？')).toEqual([2])
})
