import { describe, expect, it } from 'vitest'
import { denied, permits } from '../../../../workers/egress/policy'

describe('the policy of a scan', () => {
  const policy = { loopbackPorts: [11434] }

  it('permits its ports of the loopback addresses, and nothing else', () => {
    expect(permits(policy, '127.0.0.1', 11434)).toBe(true)
    expect(permits(policy, '::1', 11434)).toBe(true)
    for (const host of [
      '127.0.0.2',
      'localhost',
      '0.0.0.0',
      '::',
      '::ffff:127.0.0.1',
      '192.168.0.1',
      'example.org',
      '',
    ]) {
      expect(permits(policy, host, 11434)).toBe(false)
    }
    expect(permits(policy, '127.0.0.1', 80)).toBe(false)
    expect(permits(policy, undefined, 11434)).toBe(false)
    // A name that is asked for has no port.
    expect(permits(policy, '127.0.0.1')).toBe(false)
    expect(denied(policy, 'x', { host: null, port: 1 }).message).toContain('this machine alone')
  })
})
