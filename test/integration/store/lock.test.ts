import { spawnSync } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { beforeAll, expect, it } from 'vitest'
import { builtChild } from '../built-child'
import { newDirectory } from './support'

let program: string
beforeAll(async () => {
  program = await builtChild('store/lock-racer')
})

const racers = 6

function answerOf(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

it('exactly one of several threads that ask at the same moment gets it, also where a stale one lies there', async () => {
  const directory = await newDirectory()
  const dead = spawnSync(process.execPath, ['--version']).pid
  const stale = {
    pid: dead,
    processStart: null,
    host: hostname(),
    command: 'node quarry',
    takenAt: '',
    token: 'someone',
  }
  for (let round = 0; round < 8; round += 1) {
    if (round % 2 === 1) await writeFile(join(directory, 'lock'), JSON.stringify(stale))
    const gate = new Int32Array(new SharedArrayBuffer(4))
    const threads = Array.from(
      { length: racers },
      () => new Worker(program, { workerData: { directory, gate, racers } }),
    )
    try {
      const answers = await Promise.all(threads.map(answerOf))
      expect(answers.toSorted()).toEqual(['held', ...new Array(racers - 1).fill('store.locked')])
      expect(await readdir(directory)).toEqual(['lock'])
      const holder = threads[answers.indexOf('held')]!
      const released = answerOf(holder)
      holder.postMessage('release')
      expect(await released).toBe('released')
      expect(await readdir(directory)).toEqual([])
    } finally {
      await Promise.all(threads.map((thread) => thread.terminate()))
    }
  }
})
