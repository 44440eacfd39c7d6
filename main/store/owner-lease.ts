import type { SqlExecutor } from './database'

/** An owner that was not heard of for so long is dead: what it worked on is free. */
const leaseMs = 180_000
/** Three chances before the lease ends. */
const heartbeatMs = 60_000

/**
 * This process as the owner of rows that only one may work on: running sessions, claimed sources, requests,
 * allocations and members of the pool. Such a row carries `owner = current_owner()`, the id of the connection's process; the lease is
 * in `process_owners`. An owner whose row goes there, at its end or because its lease ran out, frees all of its rows by
 * their foreign keys: a claim need not know of leases. Claims use `for update skip locked`.
 */
export interface OwnerLease {
  /** Renews the lease, and frees what owners with an expired one had. Done by itself once a minute. */
  renew(): Promise<void>
  /** Frees what this process owned. */
  end(): Promise<void>
}

/** What a statement may claim: rows of nobody, and this process's own. */
export const isClaimable = '(owner is null or owner = current_owner())'

/**
 * Enters this process as an owner.
 * @param options.alone whether no other process has the store open: then every earlier owner is dead
 */
export async function holdLease(executor: SqlExecutor, options: { readonly alone: boolean }): Promise<OwnerLease> {
  const enter = async (alone: boolean): Promise<void> => {
    await executor.query(
      `with dead as (
         delete from process_owners where owner <> current_owner() and ($2 or lease_until < now()))
       insert into process_owners (owner, lease_until) values (current_owner(), now() + $1 * interval '1 ms')
       on conflict (owner) do update set lease_until = excluded.lease_until`,
      [leaseMs, alone],
    )
  }
  const renew = (): Promise<void> => enter(false)
  await enter(options.alone)
  // A store that does not answer tells so to whoever uses it; the next heartbeat tries again.
  const heartbeat = setInterval(() => void renew().catch(() => undefined), heartbeatMs)
  heartbeat.unref()
  return {
    renew,
    async end() {
      clearInterval(heartbeat)
      await executor.query('delete from process_owners where owner = current_owner()')
    },
  }
}
