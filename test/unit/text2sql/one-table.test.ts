import { expect, it } from 'vitest'
import { type Given, openedDatabase } from './asked-database'

/** Tables as they are found in the wild: one file, its columns named by whoever measured. */
const tables: Readonly<Record<string, Given>> = {
  weather: {
    name: 'seattle_weather',
    columns: { date: 'DATE', precipitation: 'REAL', temp_max: 'REAL', temp_min: 'REAL', wind: 'REAL', weather: 'TEXT' },
    values: `('2013-12-31',0,10,1,2,'sun'),('2014-01-01',5,8,2,4,'rain'),('2014-01-02',7,9,3,6,'rain'),('2014-07-01',0,35,15,1,'sun'),
      ('2014-07-02',0,30,12,3,'fog'),('2015-01-01',9,4,-3,8,'snow')`,
  },
  cars: {
    name: 'cars',
    columns: { Name: 'TEXT', Miles_per_Gallon: 'REAL', Cylinders: 'INTEGER', Horsepower: 'INTEGER', Origin: 'TEXT' },
    values: `('grand prix',14,8,230,'USA'),('corolla',34,4,70,'Japan'),('civic',36,4,65,'Japan'),('golf',30,4,80,'Europe')`,
  },
  disasters: {
    name: 'disasters',
    columns: { Entity: 'TEXT', Year: 'INTEGER', Deaths: 'INTEGER' },
    values: `('All natural disasters',1984,110),('Flood',1984,60),('Earthquake',1984,50),('All natural disasters',1991,90),
      ('Flood',1991,80),('Earthquake',1991,10),('Drought',1991,0)`,
  },
  prices: {
    name: 'stocks',
    columns: { symbol: 'TEXT', date: 'DATE', price: 'REAL' },
    values: `('AMZN','2001-09-01',5),('AMZN','2002-09-01',15),('IBM','2001-09-01',90),('IBM','2002-09-01',70)`,
  },
  strikes: {
    name: 'birdstrikes',
    columns: { airport: 'TEXT', time_of_day: 'TEXT', cost: 'INTEGER' },
    values: `('Dallas','Night',10),('Dallas','Day',20),('Reno','Night',5)`,
  },
  films: {
    name: 'biopics',
    columns: { title: 'TEXT', director: 'TEXT', subject: 'TEXT', type_of_subject: 'TEXT', box_office: 'REAL', lead_actor_actress: 'TEXT' },
    values: `('Nixon','Oliver Stone','Richard Nixon','Politician',13.7,'Anthony Hopkins'),
      ('The Doors','Oliver Stone','Jim Morrison','Musician',34.4,'Val Kilmer'),
      ('Walk the Line','James Mangold','Johnny Cash','Musician',119.5,'Joaquin Phoenix')`,
  },
  stores: {
    name: 'openings',
    columns: { storenum: 'INTEGER', type_store: 'TEXT', st: 'TEXT', YEAR: 'INTEGER' },
    values: `(1,'supercenter','TX',1990),(2,'supercenter','TX',1991),(3,'market','OH',1990),(4,'market','CA',1990),(5,'market','FL',1990),(6,'market','NY',1992)`,
  },
  patients: {
    name: 'cervical',
    columns: { Age: 'INTEGER', Smokes: 'INTEGER', IUD: 'INTEGER' },
    values: `(20,0,0),(30,1,0),(40,0,1),(50,null,0)`,
  },
  sales: {
    name: 'sales',
    columns: { region: 'TEXT', sold_on: 'DATE', amount: 'INTEGER' },
    values: `('North','2024-01-01',5),('North','2024-01-02',9),('South','2024-01-03',7),('South','2024-01-04',1),('East','2024-02-01',3)`,
  },
  orders: {
    name: 'purchases',
    columns: { order_id: 'INTEGER', customer_id: 'INTEGER', amount: 'INTEGER' },
    values: '(1,7,10),(2,7,20),(3,8,30)',
  },
  presidents: {
    name: 'acts',
    columns: { monument: 'TEXT', president: 'TEXT', acres: 'INTEGER' },
    values: `('Muir Woods','T. Roosevelt',295),('Devils Tower','T. Roosevelt',1152),('Arches','H. Hoover',4520)`,
  },
  countries: {
    name: 'gapminder',
    columns: { country: 'TEXT', year: 'INTEGER', life_expect: 'REAL' },
    values: `('France',2000,79),('Germany',2000,78),('Italy',2000,80),('France',1990,77),('Germany',1990,75),('Italy',1990,77)`,
  },
  rides: {
    name: 'taxis',
    columns: { pickup: 'TIMESTAMP', tolls: 'REAL', tip: 'REAL', pickup_zip: 'INTEGER', stars: 'INTEGER', driver_gender: 'TEXT', winning_women: 'TEXT' },
    values: `('2024-01-01 08:10',0,1,10001,5,'Female','x'),('2024-01-02 08:40',2,3,10001,3,'Male',NULL),('2024-01-08 17:00',4,2,10002,5,'Female',NULL)`,
  },
  painters: {
    name: 'artists',
    columns: { id: 'INTEGER', name: 'TEXT', placeOfBirth: 'TEXT', placeOfDeath: 'TEXT', yearOfDeath: 'INTEGER' },
    values: `(1,'Degas','Paris, France','Paris',1917),(2,'Monet','Paris, France','Giverny, France',1926),(3,'Sisley','London, United Kingdom','Moret, France',1899)`,
  },
  homes: {
    name: 'houses',
    columns: { address: 'TEXT', year_built: 'INTEGER', year_sold: 'INTEGER', list_price: 'INTEGER', sale_price: 'INTEGER', lot_size: 'REAL' },
    values: `('1 First Ave',1950,2010,90,80,3),('2 Second St',1960,2010,110,100,9),('3 Third St',1970,2012,70,60,5)`,
  },
} // biome-ignore format: tables

it.each([
  // Rows, and what they are, by other names.
  ['weather', 'How many rainy days were there in 2014?', [[2]]],
  ['weather', 'On which day was it hottest?', [['2014-07-01', 35]]],
  ['weather', 'coldest day', [['2015-01-01', -3]]],
  ['strikes', 'How many strikes happened at night?', [[2]]],
  ['strikes', 'strikes by airport', [['Dallas', 2], ['Reno', 1]]],
  ['films', 'Which movies did Oliver Stone direct?', [['Nixon'], ['The Doors']]],
  ['films', 'How many of the subjects were musicians?', [[2]]],
  ['stores', 'How many stores opened in 1990?', [[4]]],
  ['stores', 'stores per state, top 1', [['TX', 2]]],
  ['patients', 'How many women have an IUD?', [[1]]],
  // Countries, and what comes from there.
  ['cars', 'How many of the cars are Japanese?', [[2]]],
  ['cars', 'average mpg by country', [['Japan', 35], ['Europe', 30], ['USA', 14]]],
  ['cars', 'What is the most powerful car?', [['grand prix', 230]]],
  ['cars', 'What share of the four-cylinder cars comes from Europe?', [[1 / 3]]],
  // What stands for all others together is counted once.
  ['disasters', 'total deaths by year', [[1984, 110], [1991, 90]]],
  ['disasters', 'deaths by kind of disaster in the 1980s', [['Flood', 60], ['Earthquake', 50]]],
  ['disasters', 'In which year did floods kill the most people?', [[1991, 80]]],
  ['disasters', 'How many people died in earthquakes in 1984?', [[50]]],
  ['disasters', 'How many people died from all natural disasters in 1991?', [[90]]],
  // A row is a stock at some time.
  ['prices', 'average price per stock', [['IBM', 80], ['AMZN', 10]]],
  ['prices', 'When was AMZN at its lowest?', [['2001-09-01', 5]]],
  // Orders are the rows, the customers that they name are fewer.
  ['orders', 'How many orders are there?', [[3]]],
  ['orders', 'How many customers are there?', [[2]]],
  // Sales are no regions.
  ['sales', 'total amount per region', [['North', 14], ['South', 8], ['East', 3]]],
  ['presidents', 'total acres of H. Hoover', [[4520]]],
  ['patients', 'average age of non-smokers', [[30]]],
  // One of several, told apart.
  ['countries', 'life expectancy in France, Germany and Italy in 2000', [['France', 79], ['Germany', 78], ['Italy', 80]]],
  ['countries', 'How did life expectancy in Italy change over the years?', [[1990, 77], [2000, 80]]],
  // Days and hours that come round again.
  ['rides', 'Which day of the week has the most taxis?', [['Monday', 2]]],
  ['rides', 'number of taxis by hour of the day', [[8, 2], [17, 1]]],
  ['rides', 'number of taxis by weekday', [['Monday', 2], ['Tuesday', 1]]],
  ['disasters', 'deaths from all natural disasters per decade', [[1980, 110], [1990, 90]]],
  // What is paid, and of what kind a row is.
  ['rides', 'how much was paid in tolls altogether?', [[6]]],
  ['rides', 'how much do people tip on average?', [[2]]],
  ['rides', 'top 1 zip codes with the most taxis', [[10001, 2]]],
  ['rides', 'how many 5 stars taxis were there?', [[2]]],
  ['rides', 'how many women are there?', [[2]]],
  ['painters', 'how many artists were born in Paris?', [[2]]],
  ['painters', 'artists who died in 1926', [[2, 'Monet', 'Giverny, France']]],
  ['painters', 'most common birthplace', [['Paris, France', 2]]],
  ['homes', 'average sale price by year', [[2010, 90], [2012, 60]]],
] as const)('%s: %s', async (table, question, rows) => {
  const { text2sql, ask } = await asking(table)
  const read = text2sql.read(question)
  expect(read.kind).toBe('query')
  expect(ask(read)).toEqual(rows)
}) // biome-ignore format: questions

it.each([
  // Who somebody is no title says, what is neither here nor there no row, and of each of two no mean of one.
  ['films', 'Who painted Johnny Cash?'],
  ['patients', 'average age of smokers and non-smokers'],
  ['weather', 'How many foggy nights were there?'],
  ['cars', 'How many Korean cars are there?'],
  ['prices', 'Which stock pays the highest dividend?'],
  ['sales', 'average amount per sale of each rep'],
  ['strikes', 'How many pilots were hurt?'],
  ['disasters', 'How many people were injured in earthquakes?'],
  // Days tell no hour, and what nothing is called by is no row.
  ['weather', 'rain by hour of the day'],
  ['homes', 'number of houses by weekday'],
  ['strikes', 'How many different birdstrikes are there?'],
  ['painters', 'how many pages does Degas have?'],
] as const)('%s declines: %s', async (table, question) => {
  const { text2sql } = await asking(table)
  expect(text2sql.read(question).kind).toBe('declined')
})

async function asking(table: keyof typeof tables) {
  const { text2sql, select } = await openedDatabase(tables[table]!)
  const ask = (read: ReturnType<typeof text2sql.read>) =>
    read.kind === 'query' ? select(read.statement.sql, read.statement.parameters) : null
  return { text2sql, ask }
}
