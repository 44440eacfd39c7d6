import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { isNamedHost, readNamedHost } from '../../contract/calls/named-host'
import { QuarryError } from '../../contract/errors'
import type { ProcessEgress } from '../../contract/processes/work-process'

/** This machine's own loopback addresses, and of their ports only these. */
export interface LoopbackPorts {
  readonly loopbackPorts: readonly number[]
}

/**
 * Where a thread may connect to. `offline`: nothing leaves this process. `local`: this machine and addresses of the
 * local network; of names only `localhost`, as any other would be asked of a name server. `hosts`: these names and
 * addresses, as they are asked for, and no other.
 */
export type EgressPolicy = ProcessEgress | LoopbackPorts

/** Loopback, private and link-local addresses (RFC 1122, 1918, 3927, 4193, 4291). */
const local = new BlockList()
local.addSubnet('127.0.0.0', 8, 'ipv4')
local.addSubnet('10.0.0.0', 8, 'ipv4')
local.addSubnet('172.16.0.0', 12, 'ipv4')
local.addSubnet('192.168.0.0', 16, 'ipv4')
local.addSubnet('169.254.0.0', 16, 'ipv4')
local.addAddress('::1', 'ipv6')
local.addSubnet('fc00::', 7, 'ipv6')
local.addSubnet('fe80::', 10, 'ipv6')

/**
 * @param host a name or address; undefined is this machine, as Node takes it
 * @param port undefined where a name is asked for
 */
export function permits(policy: EgressPolicy, host: string | undefined, port?: number): boolean {
  if (policy === 'offline') return false
  if (typeof policy === 'object' && 'hosts' in policy) {
    return policy.hosts.some((entry) => {
      const named = readNamedHost(entry)
      return typeof named !== 'string' && isNamedHost(named, host ?? 'localhost', port)
    })
  }
  if (typeof policy === 'object') {
    return (host === '127.0.0.1' || host === '::1') && port !== undefined && policy.loopbackPorts.includes(port)
  }
  if (host === undefined || host === '' || host.toLowerCase() === 'localhost') return true
  if (isIPv4(host)) return local.check(host, 'ipv4')
  return isIPv6(host) && local.check(host.split('%', 1)[0]!, 'ipv6')
}

/** The error of a refusal. @param what what was refused, such as "a connection to example.org:443" */
export function denied(
  policy: EgressPolicy,
  what: string,
  context: { readonly host: string | null; readonly port: number },
): QuarryError {
  const reason =
    policy === 'offline'
      ? 'Quarry is offline'
      : policy === 'local'
        ? 'Quarry stays in the local network'
        : 'hosts' in policy
          ? 'Quarry connects to named hosts alone'
          : 'This thread looks for model servers on this machine alone'
  return new QuarryError('egress.denied', `${reason}: ${what} was refused.`, { context })
}
