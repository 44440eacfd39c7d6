import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { packetsSent, watchedNetwork } from '../../../scripts/testing/watched-network.mjs'

const prefix = watchedNetwork()

function packetsOf(script: string): number | null {
  const [command = '', ...rest] = [
    ...prefix,
    'sh',
    '-c',
    '"$@"; cat /proc/net/dev',
    'sh',
    process.execPath,
    '-e',
    script,
  ]
  const { status, stdout } = spawnSync(command, rest, { encoding: 'utf8' })
  expect(status).toBe(0)
  return packetsSent(stdout)
}

test.skipIf(prefix.length === 0)('a command reaches nobody, and each packet that it tries to send is counted', () => {
  const send = (address: string) =>
    `const s = require('dgram').createSocket('udp4'); s.send('x', 9, '${address}', () => s.close())`
  expect(packetsOf(send('192.0.2.1'))).toBe(1)
  expect(packetsOf(send('239.255.255.250'))).toBe(1)
  expect(packetsOf(send('127.0.0.1'))).toBe(0)
  // Its name server is beyond this machine, too.
  expect(packetsOf("require('dns').lookup('name.example', () => process.exit())")).toBeGreaterThan(0)
})
