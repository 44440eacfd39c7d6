const storeDownCodes: ReadonlySet<string> = new Set([
  'store.diskFull',
  'store.readOnly',
  'store.closed',
  'store.corrupt',
  'store.locked',
])

/** Whether an error is the store's own state: then no file can be written, and none is to blame. */
export function isStoreDown(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && storeDownCodes.has(String(error.code))
}
