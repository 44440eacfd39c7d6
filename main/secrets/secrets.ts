/**
 * Where a secret may come from: a person who gave it in this run, the system's real keyring, an environment variable.
 * Never a plain file, never the database, never a log.
 */
export interface Secrets {
  /** Null where nobody has it. `key` is `<resource id>/<name>`. */
  get(key: string): Promise<string | null>
  /** Keeps it in the keyring, or for this run where there is none; answers which. */
  set(key: string, value: string): Promise<'keyring' | 'session'>
  remove(key: string): Promise<void>
}
