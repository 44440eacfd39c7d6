import { expect, it } from 'vitest'
import { rowsOfUnits } from '../../../main/text2sql/units-with-rows'
import { databaseOf } from './asked-database'

// Questions in the manner of public benchmarks, on databases of the kinds that these have.

const papers = () =>
  databaseOf(
    {
      name: 'author',
      key: 'authorid',
      columns: { authorid: 'INTEGER', authorname: 'TEXT' },
      values: `(1,'Linda Chen'),(2,'Hiro Tanaka'),(3,'Ada Berg')`,
    },
    {
      name: 'venue',
      key: 'venueid',
      columns: { venueid: 'INTEGER', venuename: 'TEXT', venuetype: 'TEXT', publisher: 'TEXT' },
      values: `(1,'Acta','journal','Springer'),(2,'Proceedings','conference','ACM'),(3,'Letters','journal','Springer')`,
    },
    {
      name: 'paper',
      key: 'paperid',
      columns: {
        paperid: 'INTEGER',
        title: 'TEXT',
        venueid: 'INTEGER',
        submitdate: 'DATE',
        pubdate: 'DATE',
        numpages: 'INTEGER',
        numcitedby: 'INTEGER',
      },
      references: { venueid: 'venue' },
      values: `(1,'Entity Linking',1,'2020-12-01','2021-02-01',10,2),(2,'Graph Joins',2,'2021-01-01','2021-05-01',12,1),
        (3,'Graphs of Words',1,'2021-03-01','2022-03-01',20,3),(4,'Parsing',2,'2022-01-01','2022-03-09',8,1)`,
    },
    {
      name: 'writes',
      key: 'none',
      columns: { paperid: 'INTEGER', authorid: 'INTEGER' },
      references: { paperid: 'paper', authorid: 'author' },
      values: '(1,1),(2,1),(3,1),(3,2),(3,3),(4,2)',
    },
    {
      name: 'keyphrase',
      key: 'keyphraseid',
      columns: { keyphraseid: 'INTEGER', keyphrasename: 'TEXT' },
      values: `(1,'machine translation'),(2,'joins')`,
    },
    {
      name: 'paperkeyphrase',
      key: 'none',
      columns: { paperid: 'INTEGER', keyphraseid: 'INTEGER' },
      references: { paperid: 'paper', keyphraseid: 'keyphrase' },
      values: '(1,1),(4,1),(2,2)',
    },
  ) // biome-ignore format: a table

it.each([
  ['Who are the top 2 authors by number of papers?', [1, 2]],
  ['How many papers have more than 2 authors?', [1]],
  ["Which authors have written a paper with the keyphrase 'machine translation'?", [1, 2]],
  ['How many papers were published in each quarter of 2021?', ['2021-Q1', '2021-Q2']],
  ['What is the average number of pages of the papers published in 2022?', [14]],
  [
    'Return the titles of the papers published between January 1, 2021 and June 30, 2021.',
    ['Entity Linking', 'Graph Joins'],
  ],
  [
    "What are the titles of the papers with 'graph' in the title? Match case insensitively",
    ['Graph Joins', 'Graphs of Words'],
  ],
  ['How many months of 2022 had at least one paper published?', [1]],
  ['In how many months were there papers in 2021?', [2]],
])('reads names whose words nothing divides: %s', async (question, answer) => {
  expect((await papers())(question)).toEqual(answer)
})

it('asks for how many times have rows as for the rows of each', () => {
  expect(rowsOfUnits('On how many days were there complaints?')).toBe('How many complaints per day')
  expect(rowsOfUnits('How many years had papers?')).toBe('How many papers per year')
  expect(rowsOfUnits('How many days did it take?')).toBeNull()
  expect(rowsOfUnits('How many papers had reviews?')).toBeNull()
})

const flights = () =>
  databaseOf(
    {
      name: 'city',
      key: 'city_code',
      columns: { city_code: 'TEXT', city_name: 'TEXT' },
      values: `('BBOS','Boston'),('CCHI','Chicago'),('DDEN','Denver')`,
    },
    {
      name: 'airport',
      key: 'airport_code',
      columns: { airport_code: 'TEXT', airport_name: 'TEXT', city_code: 'TEXT' },
      references: { city_code: 'city' },
      values: `('BOS','Logan','BBOS'),('ORD','O Hare','CCHI'),('MDW','Midway','CCHI'),('DEN','Stapleton','DDEN')`,
    },
    {
      name: 'aircraft',
      key: 'aircraft_code',
      columns: { aircraft_code: 'TEXT', range_miles: 'INTEGER', capacity: 'INTEGER' },
      values: `('744',8357,416),('DH4',1200,78),('320',3300,150)`,
    },
    {
      name: 'flight',
      key: 'flight_id',
      columns: { flight_id: 'INTEGER', from_airport: 'TEXT', to_airport: 'TEXT', aircraft_code: 'TEXT' },
      references: { from_airport: 'airport', to_airport: 'airport', aircraft_code: 'aircraft' },
      values: `(1,'BOS','ORD','744'),(2,'BOS','MDW','320'),(3,'ORD','BOS','320'),(4,'DEN','ORD','DH4')`,
    },
  ) // biome-ignore format: a table

it.each([
  ['Which flights go from Boston to Chicago?', [1, 2]],
  ['How many flights go from Boston to Denver?', [0]],
  ['Which flights leave from Boston?', [1, 2]],
  [
    'Which aircraft have the longest range in miles? Return the aircraft code and the range, ordered from longest to shortest.',
    ['744', '320', 'DH4'],
  ],
  ["What is the capacity of the aircraft with the code '744'?", ['744']],
])('reads between which cities something goes: %s', async (question, answer) => {
  expect((await flights())(question)).toEqual(answer)
})

const campus = () =>
  databaseOf(
    {
      name: 'semester',
      key: 'semester_id',
      columns: { semester_id: 'INTEGER', semester: 'TEXT', year: 'INTEGER', start_date: 'DATE' },
      values: `(1,'Fall',2022,'2022-09-01'),(2,'Winter',2023,'2023-01-09'),(3,'Fall',2023,'2023-09-01')`,
    },
    {
      name: 'student',
      key: 'student_id',
      columns: { student_id: 'INTEGER', lastname: 'TEXT', admit_date: 'DATE', minor: 'TEXT', internship: 'TEXT' },
      values: `(1,'Berg','2022-08-01','Spanish','ACME'),(2,'Chen','2021-08-01','Spanish',NULL),(3,'Diaz','2022-08-01','History',NULL)`,
    },
    {
      name: 'student_record',
      key: 'record_id',
      columns: { record_id: 'INTEGER', student_id: 'INTEGER', semester_id: 'INTEGER', grade: 'TEXT' },
      references: { student_id: 'student', semester_id: 'semester' },
      values: `(1,1,1,'A'),(2,2,1,'A-'),(3,3,1,'A'),(4,1,2,'C'),(5,2,3,'B')`,
    },
  ) // biome-ignore format: a table

it.each([
  ['How many times was each grade given?', ['A', 'A-', 'B', 'C']],
  ['How many times was each grade given in the Fall 2022 semester?', ['A', 'A-']],
  [
    "What is the ratio of student records with the grade 'A' to student records with the grade 'C'? Match strings exactly",
    [2],
  ],
  ['How many students have declared each minor?', ['History', 'Spanish']],
  ['How many students with an internship have the minor Spanish?', [1]],
])('reads what is asked of a college: %s', async (question, answer) => {
  const found = (await campus())(question)
  expect(Array.isArray(found) ? found.toSorted() : found).toEqual(answer)
})

const hire = () =>
  databaseOf(
    {
      name: 'category',
      columns: { id: 'INTEGER', name: 'TEXT' },
      values: `(1,'Generators'),(2,'Saws')`,
    },
    {
      name: 'equipment',
      columns: { id: 'INTEGER', code: 'TEXT', category_id: 'INTEGER', purchase_date: 'DATE', status: 'TEXT' },
      references: { category_id: 'category' },
      values: `(1,'G1',1,'2017-04-07','on_hire'),(2,'G2',1,'2023-12-14','in_repair'),(3,'S1',2,'2015-01-01','on_hire')`,
    },
    {
      name: 'customer',
      columns: { id: 'INTEGER', name: 'TEXT', customer_type: 'TEXT', city: 'TEXT' },
      values: `(1,'Ada','trade','York'),(2,'Ben','private','Hull'),(3,'Cem','trade','Hull')`,
    },
    {
      name: 'rental',
      columns: { id: 'INTEGER', customer_id: 'INTEGER', equipment_id: 'INTEGER', start_date: 'DATE', total_amount: 'REAL' },
      references: { customer_id: 'customer', equipment_id: 'equipment' },
      values: `(1,1,1,'2024-01-01',30),(2,2,3,'2024-01-02',10),(3,3,1,'2024-01-03',10),(4,1,3,'2024-01-04',20)`,
    },
    {
      name: 'repair',
      columns: { id: 'INTEGER', equipment_id: 'INTEGER', reported_date: 'DATE', cost: 'REAL' },
      references: { equipment_id: 'equipment' },
      values: `(1,2,'2024-02-01',5.5),(2,2,'2024-03-01',7),(3,3,'2023-03-01',1)`,
    },
  ) // biome-ignore format: a table

it.each([
  ['What was the total cost of the repairs reported in 2024?', [12.5]],
  ['What is the total cost?', [13.5]],
  ['When was the oldest generator purchased?', ['2017-04-07']],
  ['What is the ratio of the total amount of trade customers to the total amount of private customers?', [6]],
  ['What is the ratio of the number of customers in each city to the total number of customers?', ['Hull', 'York']],
  [
    'What are the top 2 combinations of customer city and customer type by number of rentals? Return the city, the customer type and the number of rentals.',
    ['York', 'Hull'],
  ],
  [
    'What is the average amount of rentals per customer type? Return the customer type and the average.',
    ['trade', 'private'],
  ],
])('reads what is asked of a hire: %s', async (question, answer) => {
  expect((await hire())(question)).toEqual(answer)
})

const college = () =>
  databaseOf(
    {
      name: 'department',
      key: 'dept_code',
      columns: { dept_code: 'TEXT', dept_name: 'TEXT' },
      values: `('MATH','Mathematics'),('CS','Computing')`,
    },
    {
      name: 'course',
      key: 'course_id',
      columns: { course_id: 'INTEGER', name: 'TEXT', number: 'INTEGER', credits: 'INTEGER', dept_code: 'TEXT' },
      references: { dept_code: 'department' },
      values: `(1,'Algebra',101,4,'MATH'),(2,'Databases',205,6,'CS')`,
    },
    {
      name: 'semester',
      key: 'semester_id',
      columns: { semester_id: 'INTEGER', term: 'TEXT', year: 'INTEGER', start_date: 'DATE', end_date: 'DATE' },
      values: `(1,'Spring',2024,'2024-01-10','2024-05-10'),(2,'Fall',2024,'2024-09-01','2024-12-20')`,
    },
    {
      name: 'student',
      key: 'student_id',
      columns: { student_id: 'INTEGER', lastname: 'TEXT', major: 'TEXT' },
      references: { major: 'department' },
      values: `(1,'Berg','CS'),(2,'Chen','MATH')`,
    },
    {
      name: 'enrollment',
      key: 'enrollment_id',
      columns: { enrollment_id: 'INTEGER', student_id: 'INTEGER', course_id: 'INTEGER', semester_id: 'INTEGER', points: 'REAL' },
      references: { student_id: 'student', course_id: 'course', semester_id: 'semester' },
      values: `(1,1,2,2,4.0),(2,1,1,1,2.0),(3,2,2,1,3.0)`,
    },
  ) // biome-ignore format: a table

it.each([
  // Berg took Databases in the fall, and something else in the spring.
  ["Which students were enrolled in 'Databases' in Spring 2024?", [2]],
  ['What is the average points of each course in the Mathematics department?', [1]],
  ['What is the average number of credits of the courses of each department?', ['CS', 'MATH']],
  ['How many enrollments were there in each semester? Return the term, year and number of enrollments.', [1, 2]],
  [
    'How many days are there between the start and the end of each semester? Return the term, year and number of days.',
    [1, 2],
  ],
])('holds conditions on one enrolment: %s', async (question, answer) => {
  expect((await college())(question)).toEqual(answer)
})

const dealer = () =>
  databaseOf(
    {
      name: 'customers',
      columns: { id: 'INTEGER', last_name: 'TEXT', country: 'TEXT' },
      values: `(1,'Price','US'),(2,'Berg','NO'),(3,'Diaz','US')`,
    },
    {
      name: 'cars',
      columns: { id: 'INTEGER', make: 'TEXT', model: 'TEXT', list_price: 'REAL', is_new: 'BOOLEAN' },
      values: `(1,'BMW','X3',50000,1),(2,'Ford','Focus',20000,0),(3,'Ford','Puma',25000,0)`,
    },
    {
      name: 'sales',
      columns: { id: 'INTEGER', car_id: 'INTEGER', customer_id: 'INTEGER', sale_date: 'DATE', sale_price: 'REAL' },
      references: { car_id: 'cars', customer_id: 'customers' },
      values: `(1,1,1,'2024-01-01',49000),(2,2,2,'2024-02-01',18000),(3,3,3,'2024-02-05',24000)`,
    },
  ) // biome-ignore format: a table

it.each([
  ['Which 2 cars have the highest list price? Return the make, model and list price.', [1, 3]],
  ['What is the ratio of new cars sold to used cars sold?', [0.5]],
  ['How many used cars are there?', [2]],
  ['How much is a Ford?', 'declined'],
  [
    'How many cars were sold in each month of 2024? Return the month and the number of cars sold.',
    ['2024-01', '2024-02'],
  ],
])('reads what is asked of a dealer: %s', async (question, answer) => {
  expect((await dealer())(question)).toEqual(answer)
})

const streaming = () =>
  databaseOf(
    {
      name: 'users',
      columns: { id: 'INTEGER', name: 'TEXT', country: 'TEXT', signup_date: 'DATE' },
      values: `(1,'Ada','Germany','2022-01-01'),(2,'Ben','France','2022-02-01'),(3,'Cem','Germany','2022-03-01')`,
    },
    {
      name: 'titles',
      columns: { id: 'INTEGER', title: 'TEXT', type: 'TEXT' },
      values: `(1,'Stars Beyond','series'),(2,'Harbour','film')`,
    },
    {
      name: 'episodes',
      columns: { id: 'INTEGER', title_id: 'INTEGER', episode_number: 'INTEGER', episode_name: 'TEXT' },
      references: { title_id: 'titles' },
      values: `(1,1,1,'A New Day'),(2,1,2,'Secrets'),(3,1,8,'The Return')`,
    },
    {
      name: 'ratings',
      columns: { id: 'INTEGER', user_id: 'INTEGER', title_id: 'INTEGER', stars: 'INTEGER' },
      references: { user_id: 'users', title_id: 'titles' },
      values: '(1,1,1,5),(2,2,1,1),(3,3,1,3)',
    },
  ) // biome-ignore format: a table

it.each([
  ['What is the average number of stars given to the title "Stars Beyond" by users from Germany?', [4]],
  ['What is the number of episodes of Stars Beyond?', [3]],
  ['Return the user id and the number of days between the sign-up date and the date of the first view.', 'declined'],
])('reads what is asked of a streaming service: %s', async (question, answer) => {
  expect((await streaming())(question)).toEqual(answer)
})

const hotel = () =>
  databaseOf(
    {
      name: 'hotel',
      key: 'hotelId',
      columns: { hotelId: 'INTEGER', hotelName: 'TEXT', hotelCity: 'TEXT' },
      values: `(1,'Alfama Lodge','Lisbon'),(2,'Grand','Porto')`,
    },
    {
      name: 'staff',
      key: 'staffId',
      columns: { staffId: 'INTEGER', staffHotelId: 'INTEGER', staffName: 'TEXT', staffRole: 'TEXT', staffHired: 'DATE' },
      references: { staffHotelId: 'hotel' },
      values: `(1,1,'Ada','housekeeper','2020-01-01'),(2,2,'Ben','housekeeper','2021-01-01'),(3,1,'Cem','cook','2021-01-01')`,
    },
    {
      name: 'booking',
      key: 'bkId',
      columns: { bkId: 'INTEGER', bkHotelId: 'INTEGER', bkCheckIn: 'DATE', bkCheckOut: 'DATE' },
      references: { bkHotelId: 'hotel' },
      values: `(1,1,'2023-12-30','2024-01-02'),(2,1,'2024-02-01','2024-02-03'),(3,2,'2022-12-31','2023-01-01')`,
    },
    {
      name: 'payment',
      key: 'payId',
      columns: { payId: 'INTEGER', payBkId: 'INTEGER', payDate: 'DATE' },
      references: { payBkId: 'booking' },
      values: `(1,3,'2023-05-01')`,
    },
  ) // biome-ignore format: a table

it.each([
  ['How many bookings had a check-in date in 2023?', [1]],
  ['How many bookings had a check-out date in 2024?', [2]],
])('reads what is asked of hotels: %s', async (question, answer) => {
  expect((await hotel())(question)).toEqual(answer)
})

it('tells no names of hotels for those of their housekeepers', async () => {
  const found = (await hotel())('What is the name and hire date of all the housekeepers who work in hotels in Lisbon?')
  expect(['declined', ['Ada']]).toContainEqual(found)
})

it('tells what has expired by the day on which it ended, held against today', async () => {
  const ask = await databaseOf({
    name: 'coupon',
    columns: { id: 'INTEGER', code: 'TEXT', start_date: 'DATE', end_date: 'DATE' },
    values: `(1,'BITE10','2019-01-01','2020-01-01'),(2,'LUNCH5','2020-01-01','2999-01-01')`,
  })
  expect(ask('Which coupons have expired?')).toEqual([1])
})

it('tells no director for who wrote a play', async () => {
  const ask = await databaseOf({
    name: 'production',
    columns: { id: 'INTEGER', title: 'TEXT', director: 'TEXT' },
    values: `(1,'The Cherry Orchard','Ingrid Solberg'),(2,'Hamlet','Ada Berg')`,
  })
  expect(ask('Who directed The Cherry Orchard?')).toEqual(['Ingrid Solberg'])
  expect(ask('Who wrote The Cherry Orchard?')).toBe('declined')
})

const workshop = () =>
  databaseOf(
    {
      name: '师傅',
      key: '师傅编号',
      columns: { 师傅编号: 'TEXT', 姓名: 'TEXT', 等级: 'TEXT' },
      values: `('S1','高雨桐','初级'),('S2','张丽娟','高级'),('S3','周超','初级')`,
    },
    {
      name: '产品',
      key: '产品编号',
      columns: { 产品编号: 'TEXT', 品牌: 'TEXT' },
      values: `('P1','格力'),('P2','海尔'),('P3','格力')`,
    },
    {
      name: '工单',
      key: '工单编号',
      columns: { 工单编号: 'TEXT', 师傅编号: 'TEXT', 产品编号: 'TEXT', 完成日期: 'DATE', 总金额: 'REAL', 状态: 'TEXT' },
      references: { 师傅编号: '师傅', 产品编号: '产品' },
      values: `('G1','S1','P1','2024-01-01',100,'已完成'),('G2','S1','P3',NULL,900,'已取消'),('G3','S2','P2','2024-02-01',300,'已完成'),('G4','S1','P1',NULL,50,'已取消')`,
    },
    {
      name: '付款',
      key: '付款编号',
      columns: { 付款编号: 'INTEGER', 工单编号: 'TEXT', 金额: 'REAL', 付款方式: 'TEXT' },
      references: { 工单编号: '工单' },
      values: `(1,'G1',60,'微信'),(2,'G1',40,'微信'),(3,'G3',300,'现金')`,
    },
    {
      name: '工单配件',
      key: '记录编号',
      columns: { 记录编号: 'INTEGER', 工单编号: 'TEXT', 数量: 'INTEGER' },
      references: { 工单编号: '工单' },
      values: `(1,'G2',1),(2,'G2',2),(3,'G3',1)`,
    },
  ) // biome-ignore format: a table

it.each([
  ['已完成工单总金额最高的师傅是谁？', ['S2']],
  ['工单超过2张的品牌有哪些？', ['格力']],
  ['哪些工单没有付款记录？返回工单编号和总金额。', ['G2', 'G4']],
  ['哪种付款方式用得最多？', ['微信']],
  ['每个师傅等级有多少位师傅？', ['初级', '高级']],
])('reads what is asked of a workshop: %s', async (question, answer) => {
  expect((await workshop())(question)).toEqual(answer)
})
