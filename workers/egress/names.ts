import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { isIP } from 'node:net'
import { denied, type EgressPolicy, permits } from './policy'

type Functions = Record<string, (...parameters: unknown[]) => unknown>

const asksServer = /^(lookup|resolve|reverse)/

/**
 * Refuses to ask for names: a question to a name server tells it, and everyone on the way, the name. An address is
 * looked up without a question, and so passes: servers do that before they listen.
 */
export function refuseNames(policy: EgressPolicy): () => void {
  const lifts = [
    replace(dns as unknown as Functions, policy, false),
    replace(dns.Resolver.prototype as unknown as Functions, policy, false),
    replace(dns.promises as unknown as Functions, policy, true),
    replace(dns.promises.Resolver.prototype as unknown as Functions, policy, true),
  ]
  // Else `import { lookup } from 'node:dns'` would give the functions as they were.
  syncBuiltinESMExports()
  return () => {
    for (const lift of lifts) lift()
    syncBuiltinESMExports()
  }
}

/** @param answersPromises whether the functions reject; else their last parameter is called with the error */
function replace(functions: Functions, policy: EgressPolicy, answersPromises: boolean): () => void {
  const originals: Functions = {}
  for (const name of Object.getOwnPropertyNames(functions)) {
    const original = functions[name]
    if (!asksServer.test(name) || typeof original !== 'function') continue
    originals[name] = original
    functions[name] = function guarded(this: unknown, ...parameters: unknown[]) {
      const host = String(parameters[0])
      if (name === 'lookup' && (isIP(host) !== 0 || permits(policy, host))) return original.apply(this, parameters)
      const error = denied(policy, `looking up ${host}`, { host, port: 0 })
      if (answersPromises) return Promise.reject(error)
      const callback = parameters.at(-1)
      if (typeof callback !== 'function') throw error
      setImmediate(() => callback(error))
      return undefined
    }
  }
  return () => void Object.assign(functions, originals)
}
