/**
 * Where a secret may come from, in this order: the system's real keyring, an environment variable, a person who is
 * asked once in each run. Never a plain file, never the database, never a log.
 */
export interface Secrets {
  /** Null where nobody has it. `key` is `<resource id>/<name>`. */
  get(key: string): Promise<string | null>
  /** Keeps it in the keyring, or for this run where there is none; answers which. */
  set(key: string, value: string): Promise<'keyring' | 'session'>
  remove(key: string): Promise<void>
  /** Whether what is set outlives the run. */
  readonly durable: boolean
}
