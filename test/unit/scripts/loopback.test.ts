import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { loopbackOnly } from '../../../scripts/testing/loopback.mjs'

const prefix = loopbackOnly()

test.skipIf(prefix.length === 0)('the command has loopback, up, and no other network device', () => {
  const script = 'console.log(JSON.stringify(Object.keys(require("os").networkInterfaces())))'
  const [command = '', ...rest] = [...prefix, process.execPath, '-e', script]
  const { status, stdout } = spawnSync(command, rest, { encoding: 'utf8' })
  expect({ status, devices: JSON.parse(stdout) as string[] }).toEqual({ status: 0, devices: ['lo'] })
})
