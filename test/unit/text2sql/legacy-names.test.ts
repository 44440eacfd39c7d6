import { expect, it } from 'vitest'
import type { TableSchema } from '../../../contract/resources/resource'
import { toldReading } from '../../../main/text2sql/query/told-reading'
import { nameReaderOf } from '../../../main/text2sql/schema/glued-names'
import { speechIn } from '../../../wording'
import { databaseOf, type Given, openedDatabase } from './asked-database'

const schemaOf = (tables: Readonly<Record<string, readonly string[]>>): TableSchema[] =>
  Object.entries(tables).map(([name, columns]) => ({
    schema: null,
    name,
    kind: 'table',
    rows: null,
    rowsEstimated: false,
    foreignKeys: [],
    columns: columns.map((column) => ({
      name: column,
      type: 'TEXT',
      nullable: true,
      primaryKey: false,
      samples: [],
    })),
  }))

const wardNames = schemaOf({
  PATM: ['PATNO', 'SURNM', 'FORNM', 'DOB'],
  CUSTMST: ['CUSNO', 'CUSNM', 'CRLMT', 'ACTFLG'],
  BKGCNT: ['BKGNO', 'CNTNO', 'CNTTYP', 'WGTKG'],
  WRDM: ['WRDCD', 'WRDNM', 'NBEDS'],
})

it.each([
  ['PATM', ['patient']],
  ['SURNM', ['last', 'name']],
  ['CUSTMST', ['custom']],
  ['CRLMT', ['credit', 'limit']],
  ['ACTFLG', ['activ', 'flag']],
  // What counts stands last: this is the type of something else.
  ['CNTTYP', ['cnt', 'type']],
  ['BKGCNT', ['booking', 'cnt']],
  ['NBEDS', ['number', 'bed']],
])('reads %s of a database whose names have no breaks by its parts', (name, words) => {
  expect(nameReaderOf(wardNames).words(name)).toEqual(words)
})

it('reads names as they are written where most of them are words', () => {
  const reader = nameReaderOf(
    schemaOf({ piano: ['casino', 'volcano', 'interval', 'thermostat'], orders: ['id', 'amount', 'status', 'city'] }),
  )
  expect(['casino', 'interval', 'thermostat'].map(reader.spaced)).toEqual(['casino', 'interval', 'thermostat'])
})

/** Bookings of containers on voyages, with all codes explained in one table. */
const shipments: readonly Given[] = [
  {
    name: 'CUSTMST',
    key: 'CUSNO',
    columns: { CUSNO: 'INTEGER', CUSNM: 'TEXT', CUSTYP: 'TEXT', CRLMT: 'INTEGER', ACTFLG: 'TEXT' },
    values: `(1001,'Berg','F',100,'Y'),(1002,'Lind','S',900,'N'),(1003,'Dahl','F',500,'Y')`,
  },
  {
    name: 'BKGHDR',
    key: 'BKGNO',
    columns: { BKGNO: 'INTEGER', CUSNO: 'INTEGER', BKGDT: 'INTEGER', FRTAMT: 'REAL', STAT: 'INTEGER' },
    values: `(1,1001,20240105,10,90),(2,1001,20240210,30,40),(3,1002,20230301,50,40),(4,1001,20240215,20,10)`,
  },
  {
    name: 'CODTAB',
    columns: { CODTYP: 'TEXT', CODVAL: 'TEXT', CODDSC: 'TEXT' },
    values: `('CUSTYP','F','Freight forwarder'),('CUSTYP','S','Direct shipper'),('BKGST','10','Requested'),('BKGST','40','Delivered'),
        ('BKGST','90','Cancelled'),('VSLST','L','Laid up')`,
  },
]
const shipping = () => databaseOf(...shipments)

it('tells what the codes of a reading stand for, in both languages', async () => {
  const { text2sql } = await openedDatabase(...shipments)
  const read = text2sql.read('How many bookings were cancelled?')
  if (read.kind === 'declined') throw new Error(read.reason)
  const told = toldReading(read)
  expect(speechIn('en').fact(told)).toContain('“STAT” is 90 (Cancelled)')
  expect(speechIn('zh-CN').fact(told)).toContain('90（Cancelled）')
})

it.each([
  ['How many bookings were cancelled?', [1]],
  ['What is the average freight amount of delivered bookings?', [40]],
  ['How many customers are there of each customer type?', ['F', 'S']],
  ['Which customers are freight forwarders?', [1001, 1003]],
  ['How many active customers do we have?', [2]],
  ['How many bookings were there per month in 2024?', ['2024-01', '2024-02']],
  ['Which customers have never booked anything?', [1003]],
  ['信用额度超过300的客户有哪些？', [1002, 1003]],
  // Nothing is laid up here, and no code of a booking says so.
  ['How many bookings are laid up?', 'declined'],
])('asks a database with names without breaks and a table of codes: %s', async (question, rows) => {
  expect((await shipping())(question)).toEqual(rows)
})

/** A tram company whose columns begin with two letters of their tables. */
const trams = () =>
  databaseOf(
    {
      name: 'LINMAS',
      key: 'LNNUM',
      columns: { LNNUM: 'INTEGER', LNNAM: 'TEXT', LNLEN: 'REAL', LNTYP: 'TEXT' },
      values: `(1,'Rose Park',11.5,'D'),(2,'Harbour',20.5,'N'),(3,'Airport',8,'D')`,
    },
    {
      name: 'STPMAS',
      key: 'SPNUM',
      columns: { SPNUM: 'INTEGER', SPNAM: 'TEXT', SPZON: 'TEXT', SPSHL: 'TEXT' },
      values: `(11,'Central','A','Y'),(12,'Park','B','N'),(13,'Quay','B','N'),(14,'Depot','C','Y')`,
    },
    {
      name: 'LINSTP',
      columns: { LSLIN: 'INTEGER', LSSEQ: 'INTEGER', LSSTP: 'INTEGER', LSDAT: 'INTEGER' },
      values: `(1,1,11,20200101),(1,2,12,20200101),(2,1,11,20200101),(2,2,13,20210101),(3,1,11,20220101)`,
    },
    {
      name: 'CODTAB',
      columns: { CDFLD: 'TEXT', CDVAL: 'TEXT', CDTXT: 'TEXT' },
      values: `('LNTYP','D','Day line'),('LNTYP','N','Night line'),('OTHER','X','Scrapped')`,
    },
  )

it.each([
  ['How many stops are there in each zone?', ['B', 'C', 'A']],
  ['How many night lines are there?', [1]],
  ['What is our longest line?', [2]],
  ['Which stops in zone B have no shelter?', [12, 13]],
  ['Which lines have at least two stops?', [1, 2]],
])('asks a database whose names begin with letters of their tables: %s', async (question, rows) => {
  expect((await trams())(question)).toEqual(rows)
})

/** A cooperative whose references are called after the letters that the other table's names begin with. */
const cooperative = () =>
  databaseOf(
    {
      name: 'mbr',
      key: 'mb_no',
      columns: { mb_no: 'INTEGER', mb_nm: 'TEXT', mb_vlg: 'TEXT', mb_tel: 'TEXT' },
      values: `(110,'Maes','Alken','012'),(111,'Lind','Borg',null),(112,'Berg','Borg','014')`,
    },
    {
      name: 'dlv',
      key: 'dl_no',
      columns: { dl_no: 'INTEGER', dl_dt: 'TEXT', dl_mb: 'INTEGER', dl_net_kg: 'INTEGER' },
      values: `(1,'20220718',110,50),(2,'20220801',110,70),(3,'20230801',112,20)`,
    },
  )

it.each([
  ['How many members are there in each village?', ['Borg', 'Alken']],
  ['Which members have never delivered anything?', [111]],
  ['How many deliveries did each member make?', [110, 112]],
  ['How many deliveries were there in 2022?', [2]],
])('finds references that nothing declares: %s', async (question, rows) => {
  expect((await cooperative())(question)).toEqual(rows)
})

/** A clinic whose names all begin with its own letters, and then with those of their tables. */
const clinic = () =>
  databaseOf(
    {
      name: 'clDoctor',
      key: 'clDocId',
      columns: { clDocId: 'TEXT', clDocName: 'TEXT', clDocSpecialty: 'TEXT', clDocRoom: 'TEXT' },
      values: `('D1','Ada','skin','1'),('D2','Bo','heart','2')`,
    },
    {
      name: 'clAppointment',
      key: 'clAptId',
      columns: { clAptId: 'TEXT', clAptDocId: 'TEXT', clAptMinutes: 'INTEGER', clAptType: 'TEXT' },
      values: `('A1','D1',10,'new'),('A2','D1',20,'new'),('A3','D2',15,'again')`,
    },
    {
      name: 'clInvoice',
      key: 'clInvId',
      columns: { clInvId: 'TEXT', clInvAptId: 'TEXT', clInvAmount: 'REAL', clInvStatus: 'TEXT' },
      values: `('I1','A1',100,'paid'),('I2','A2',50,'open'),('I3','A3',120,'paid')`,
    },
  )

it.each([
  ['What is the total invoice amount per doctor?', ['D1', 'D2']],
  ['What is the average invoice amount per doctor specialty?', ['heart', 'skin']],
])('finds references of names with letters of their own in front: %s', async (question, rows) => {
  expect((await clinic())(question)).toEqual(rows)
})

/** An insurer whose tables all begin with T, with states as codes that several kinds have. */
const insurer = () =>
  databaseOf(
    {
      name: 'TCLM',
      key: 'CLM_NO',
      columns: { CLM_NO: 'TEXT', POL_NO: 'TEXT', EST_AMT: 'REAL', ST_CD: 'TEXT' },
      values: `('C1','P1',10,'O'),('C2','P1',20,'C'),('C3','P2',30,'O')`,
    },
    {
      name: 'TPOL',
      key: 'POL_NO',
      columns: { POL_NO: 'TEXT', ANN_PRM: 'REAL', PAY_FRQ: 'TEXT', ST_CD: 'TEXT' },
      values: `('P1',100,'M','O'),('P2',200,'Y','C')`,
    },
    {
      name: 'TAGT',
      key: 'AGT_NO',
      columns: { AGT_NO: 'TEXT', AGT_NM: 'TEXT', HIR_DT: 'INTEGER', COM_PCT: 'REAL' },
      values: `('G1','Ada',20200101,5),('G2','Bo',20210101,6)`,
    },
    {
      name: 'TCDV',
      columns: { CD_TYP: 'TEXT', CD_VAL: 'TEXT', CD_TXT: 'TEXT' },
      values: `('CLMST','O','Open'),('CLMST','C','Settled'),('POLST','O','In force'),('POLST','C','Lapsed')`,
    },
  )

it.each([
  ['How many agents do we have?', [2]],
  ['How many claims were settled?', [1]],
  ['How many policies do we have?', [2]],
])('asks a database whose tables all begin with the same letter: %s', async (question, rows) => {
  expect((await insurer())(question)).toEqual(rows)
})

it('takes no table of codes for one that others refer to', async () => {
  const asked = await databaseOf(
    {
      name: 'accounts',
      key: 'code',
      columns: { type: 'TEXT', code: 'TEXT', name: 'TEXT' },
      values: `('cost','C1','Rent'),('cost','C2','Power'),('cost','C3','Staff'),('sales','S1','Shop')`,
    },
    {
      name: 'budget',
      columns: { id: 'INTEGER', account_code: 'TEXT', amount: 'REAL' },
      references: { account_code: 'accounts' },
      values: `(1,'C1',10),(2,'C2',20),(3,'C3',30),(4,'C1',5)`,
    },
  )
  expect(asked('How many accounts are there?')).toEqual([4])
})
