export { asJson, type Database, type SqlExecutor, type SqlValue } from './database'
export { dumpDaily, restoreDump } from './dump'
export { openStore, type Store, type StoreOptions } from './open-store'
