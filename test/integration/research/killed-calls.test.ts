import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { random } from '../../random'
import { builtChild } from '../built-child'
import { templateDirectory, workersDir } from './setting'

const kills = Number(process.env.QUARRY_KILLS ?? 4)
const seed = Number(process.env.QUARRY_SEED ?? Date.now() % 1_000_000)

it('kill -9 at random moments of calls: no finished call is made again, a cut-off one that writes asks, and a file is whole or not there', async () => {
  console.info(`seed ${seed}`)
  const directory = await mkdtemp(join(tmpdir(), 'quarry-killed-calls-'))
  const noteFile = join(directory, 'notes')
  const child = await builtChild('research/call-child')
  const exports = join(directory, 'exports')
  const parameters = [child, join(directory, 'library'), workersDir, templateDirectory, noteFile, exports]
  const next = random(seed)
  for (let at = 0; at < kills; at++) {
    const running = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = once(running, 'exit')
    await Promise.race([once(running.stdout, 'data'), exited])
    await pass(next() * 600)
    running.kill('SIGKILL')
    expect(await exited).toEqual([null, 'SIGKILL'])
  }
  expect(
    await once(spawn(process.execPath, [...parameters, 'last'], { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit'),
  ).toEqual([0, null])
  const notes = (await readFile(noteFile, 'utf8')).trim().split('\n')
  const saved = await Promise.all(
    (await readdir(exports)).map(async (name) => ({ name, text: await readFile(join(exports, name), 'utf8') })),
  )
  await rm(directory, { recursive: true, force: true })

  expect(notes.at(-1)).toMatch(/^finished done(?:,done)*$/)
  const given = new Set<string>()
  const begun = new Set<string>()
  const doubted = new Set<string>()
  for (const line of notes.slice(0, -1)) {
    const [what, of = '', reason] = line.split(' ')
    if (what === 'given') given.add(of)
    if (what === 'asked') {
      expect(reason).toBe('inDoubt')
      doubted.add(of)
    }
    if (what !== 'began') continue
    expect(given, `${of} is made again`).not.toContain(of)
    if (of.includes('/write_down/') && begun.has(of)) {
      expect(doubted, `${of} is made again unasked`).toContain(of)
      doubted.delete(of)
    }
    begun.add(of)
  }
  expect([...begun].sort()).toEqual([...given].sort())
  // Each file is there whole, and nothing of one that was cut off but the name that it had taken.
  const wholeOf = (of: string): string => `${of}\n`.repeat(8000)
  const files = [...given].filter((of) => of.endsWith('.md'))
  for (const of of files) {
    const copies = saved.filter(({ text }) => text === wholeOf(of))
    expect(copies, of).toHaveLength(1)
  }
  expect(saved.filter(({ text }) => text !== '').length, 'no part of a file').toBe(files.length)
  const count = (what: string) => notes.filter((line) => line.startsWith(what)).length
  const cutOff = count('began') - begun.size
  console.info(`${kills} kills, ${begun.size} calls, ${cutOff} made again, ${count('asked')} in doubt`)
}, 600_000)
