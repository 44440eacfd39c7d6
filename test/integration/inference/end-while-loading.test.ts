import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { builtChild } from '../built-child'

it('threads that end while they load take no process with them', async () => {
  const built = await builtChild('inference/open-and-close-child')
  const child = [built, resolve('.cache/models/quarry-use-lite-en'), resolve('out/workers'), '10']
  const { stdout, stderr } = await promisify(execFile)(process.execPath, child)
  expect({ stdout, stderr }).toEqual({ stdout: 'done\n', stderr: '' })
}, 180_000)
