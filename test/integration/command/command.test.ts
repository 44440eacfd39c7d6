import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionView } from '../../../contract/session/session'
import { packetsSent, watchedNetwork } from '../../../scripts/testing/watched-network.mjs'
import { prepareDataFolder } from '../../prepared-store'
import { openLibrary, quarry, samples } from './quarry'

const question = 'How does a heat pump move heat, and what limits its efficiency?'
/** A network namespace without any device, where this user may make one. */
const unplugged = ['unshare', '-n'].concat(process.getuid?.() === 0 ? [] : ['-r'])
const mayUnplug =
  process.platform === 'linux' && spawnSync(unplugged[0] ?? '', [...unplugged.slice(1), 'true']).status === 0

/** A network that leads nowhere and counts what is sent, where this user may make one: a library that finds no device does not try. */
const watched = watchedNetwork()

/** Under CI some libraries keep their telemetry to themselves. */
const inChinese = { CI: '', LANG: 'zh_CN.UTF-8', LC_ALL: '', LC_MESSAGES: '', LANGUAGE: '' }

describe('the headless command', () => {
  let work: string
  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'quarry-command-'))
  })
  afterAll(() => rm(work, { recursive: true, force: true }))

  it.each([
    ['no command', []],
    ['an unknown command', ['dig']],
    ['an unknown option', ['ask', 'why?', '--fast']],
    ['a question that is missing', ['ask']],
    ['a type that is none', ['recall', 'x', '--type', 'stone']],
    ['a library that is to be on and off', ['ask', 'why?', '--model-only', '--quick']],
    ['a number that is none', ['recall', 'x', '--top', 'many']],
  ])('ends with 2 on %s and leaves stdout alone', async (_name, parameters) => {
    const { code, stdout, stderr } = await quarry(parameters)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).not.toBe('')
  })

  it('explains itself', async () => {
    const { code, stdout } = await quarry(['--help'])
    expect(code).toBe(0)
    for (const word of ['ask', 'add', 'sources', 'recall', 'sessions', 'resume', 'doctor', '130']) {
      expect(stdout).toContain(word)
    }
    expect((await quarry(['ask', '--help'])).stdout).toContain('--interactive')
  })

  it('ends quietly where nobody reads what it writes', async () => {
    const { code, stderr } = await quarry(['--help'], { onStart: (child) => child.stdout?.destroy() })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  it('ends with 3 where nothing could be indexed', async () => {
    const empty = join(work, 'empty')
    await mkdir(empty)
    await writeFile(join(empty, 'noise.bin'), Buffer.from([0, 1, 2, 3, 255, 254, 0, 0]))
    // A terminal would clear its screen, show a line of its own, and turn what follows around.
    await writeFile(join(empty, 'bad\u001b[2J\n✓ all\tdone\u202efdp.pdf'), '%PDF-1.7 no')
    const data = join(work, 'd3')
    prepareDataFolder(data)
    const { code, stdout, stderr } = await quarry(['--data', data, 'ask', question, '--add', empty])
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toMatch(/--add/)
    expect(stderr).toContain('bad ✓ all donefdp.pdf')
    const listed = await quarry(['--data', data, 'sources'])
    expect(listed.stdout).toMatch(/^[^\t\n]+\t0\t[^\t\n]+bad ✓ all donefdp\.pdf\t[^\t\n]+\n$/)
    for (const printed of [stderr, listed.stdout]) expect(printed).not.toMatch(/(?![\n\t])\p{Cc}|\u202e/u)
  })

  describe('on the sample library', () => {
    const data = (): string => join(work, 'library')
    let report: string
    let waiting: string
    let done: string

    it('turns a folder into a cited report, and sends no packet, where that can be arranged', async () => {
      const out = join(work, 'report.md')
      const json = join(work, 'run.json')
      const counts = join(work, 'packets')
      const counted = [...watched, 'sh', '-c', '"$@"; code=$?; cat /proc/net/dev >"$0"; exit $code', counts]
      const prefix = watched.length > 0 ? counted : mayUnplug ? unplugged : []
      const { code, stdout, stderr } = await quarry(
        ['--data', data(), 'ask', question, '--add', samples, '--out', out, '--json', json],
        { env: inChinese, prefix },
      )
      expect({ code, stderr }).toMatchObject({ code: 0 })
      expect(stdout).toBe('')
      if (watched.length > 0) expect(packetsSent(await readFile(counts, 'utf8'))).toBe(0)
      expect(stderr).toMatch(/^正在索引：0 \/ \d+ 份资料/m)
      expect(stderr).toMatch(/^.*report\.md：\d+ 个带引用的句子，其中 \d+ 个已在来源中核实$/m)
      expect(stderr.replaceAll(work, '')).not.toMatch(/\b(indexing|running|steps|sentences)\b/)
      // A report is in the language of its question.
      report = await readFile(out, 'utf8')
      expect(report).toContain('In short')
      expect(report).toMatch(/\[1\]/)
      const run = JSON.parse(await readFile(json, 'utf8'))
      expect(run.events.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
        run.events.map((_: unknown, at: number) => at + 1),
      )
      expect(run.events.at(-1)).toMatchObject({ type: 'report.verified', state: 'done' })
      const session = sessionView.parse(run)
      expect(session.state).toBe('done')
      expect(session.report?.claims).toBeGreaterThan(3)
      expect(session.report?.supported).toBe(session.report?.claims)
    })

    it('ends with 5 where nobody answers, and the session waits on', async () => {
      const asked = await quarry(['--data', data(), 'ask', question, '--interactive'])
      expect({ code: asked.code, stdout: asked.stdout }).toEqual({ code: 5, stdout: '' })
      waiting = /quarry resume (\S+) --interactive/.exec(asked.stderr)?.[1] ?? ''
    })

    describe('that another process has open', () => {
      let owner: Awaited<ReturnType<typeof openLibrary>>
      beforeAll(async () => {
        owner = await openLibrary(data())
      })
      afterAll(async () => {
        expect((await owner.close()).code).toBe(130)
      })

      it('lists and sets settings, says what is wrong with one, and ends quietly when its reader has read enough', async () => {
        expect((await quarry(['--data', data(), 'settings', 'set', 'memoryTokens', '500'])).code).toBe(0)
        const wrong = await quarry(['--data', data(), 'settings', 'set', 'theme', 'purple'])
        expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('system / light / dark') })
        expect((await quarry(['--data', data(), 'settings'])).stdout).toContain('memoryTokens: 500\n')
        const cutOff = await quarry(['--data', data(), 'settings'], { onStart: (child) => child.stdout?.destroy() })
        expect(cutOff).toMatchObject({ code: 0, stderr: '' })
      })

      it('writes diagnostics that name neither a source nor a question, and never over another file', async () => {
        const file = join(work, 'diagnostics.yaml')
        expect(await quarry(['--data', data(), 'doctor', '--bundle', file])).toMatchObject({
          code: 0,
          stdout: `${file}\n`,
        })
        const text = await readFile(file, 'utf8')
        expect(text).toMatch(/event: workflow_started/)
        expect(text).not.toMatch(/heat|pump|ground-source/i)
        expect((await quarry(['--data', data(), 'doctor', '--bundle', file])).code).toBe(1)
        expect(await readFile(file, 'utf8')).toBe(text)
      })

      it('lists what it has, and finds passages, as text and as JSON', async () => {
        const sources = await quarry(['--data', data(), 'sources'], { env: inChinese })
        expect(sources.stdout).toMatch(/^已索引\t\d+\t/)
        expect(sources.stdout.trim().split('\n').length).toBeGreaterThan(3)
        const found = await quarry([
          '--data',
          data(),
          'recall',
          'compressor',
          '--top',
          '3',
          '--since',
          '2000-01-01',
          '--json',
        ])
        expect(JSON.parse(found.stdout).hits).toHaveLength(3)
        const shown = await quarry(['--data', data(), 'recall', 'compressor', '--top', '3', '--explain'])
        expect(shown.stdout).toMatch(/^Understood as: find · compressor\n1\. .+, (line|page) \d+/)
        expect(shown.stdout).toMatch(/words: no\. 1, \d+\.\d{3} → 1\.000/)
      })

      it('lists its sessions and writes a report again on request', async () => {
        const listed = await quarry(['--data', data(), 'sessions', '--json'])
        const sessions = JSON.parse(listed.stdout) as { id: string; state: string }[]
        expect(sessions).toHaveLength(2)
        done = sessions.find(({ state }) => state === 'done')?.id ?? ''
        const again = await quarry(['--data', data(), 'resume', done])
        expect(again.code).toBe(0)
        expect(again.stdout).toBe(report)
      })

      it('continues a finished session with a further question, and keeps the report before it', async () => {
        const further = 'And in winter?'
        const read = `${question.slice(0, -1)} in winter?`
        const json = join(work, 'further.json')
        const asked = ['ask', further, '--quick', '--session', done, '--json', json]
        const { code, stdout, stderr } = await quarry(['--data', data(), ...asked])
        expect(code).toBe(0)
        expect(stdout).toContain(read)
        expect(stderr).toContain(`Understood as: ${read}`)
        const session = sessionView.parse(JSON.parse(await readFile(json, 'utf8')))
        expect(session).toMatchObject({
          id: done,
          state: 'done',
          asked: [{ text: question }, { text: read, typed: further, mode: 'quick' }],
        })
        expect(session.reportVersions.map(({ version, title }) => [version, title])).toEqual([
          [1, question],
          [2, expect.stringContaining(read)],
        ])
        const why = await quarry(['--data', data(), 'why', done, '1'])
        expect(why.code).toBe(0)
        const cited = session.report?.citations[0]?.citedText.replace(/\s+/g, ' ') ?? ''
        expect(why.stdout).toContain(`[1] `)
        expect(why.stdout).toContain(cited.slice(0, 40))
        expect(why.stdout).toMatch(/Step 1, “.+”, searched for “.+\n?.*”\. It kept \d+ sentences/)
        expect(await quarry(['--data', data(), 'why', done, '99'])).toMatchObject({ code: 2, stdout: '' })
      })

      it('goes on from a checkpoint in a new session, whose report is the same', async () => {
        const told = await quarry(['--data', data(), 'checkpoints', done, 'plan-1-step-1'])
        expect(told.stdout).toMatch(
          // Steps run side by side: others may have ended before the first one did.
          /^plan 1, step 1: .+ · .+\nQuestion: .+\n\d of \d+ steps\n {2}1\. .+ · done · \d+ sentences?$/m,
        )
        const branch = await quarry(['--data', data(), 'branch', done, '--at', 'plan-1-step-1'])
        expect(branch.code).toBe(0)
        expect(branch.stdout).toBe(report)
        const made = /New session (\S+), from plan 1, step 1/.exec(branch.stderr)?.[1] ?? ''
        const checkpoints = await quarry(['--data', data(), 'checkpoints', done])
        expect(checkpoints.stdout).toMatch(/^plan-1 .+\n(.+\n)*report-2 /)
        expect(checkpoints.stdout).toContain(`branch ${made}, from plan 1, step 1`)
        const wrong = await quarry(['--data', data(), 'branch', done, '--at', 'plan-9'])
        expect(wrong).toMatchObject({
          code: 1,
          stdout: '',
          stderr: expect.stringContaining(`quarry checkpoints ${done}`),
        })
      })

      it('does not read unchanged files again', async () => {
        const { code, stderr } = await quarry(['--data', data(), 'add', samples])
        expect(code).toBe(0)
        expect(stderr).toMatch(/^0 to index/m)
      })

      it('ends with 3 where nothing of what is named can be indexed, whatever else the library holds', async () => {
        const missing = join(work, 'missing')
        const { code, stdout, stderr } = await quarry(['--data', data(), 'add', missing])
        expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
        expect(stderr).toMatch(/missing/)
        expect(stderr).not.toContain('yet')
        // Damaged ones that are named are what it is about; those of another time are not told again.
        const broken = join(work, 'broken')
        await mkdir(broken)
        for (const name of ['first.pdf', 'second.pdf']) await writeFile(join(broken, name), '%PDF-1.7 no')
        await writeFile(join(broken, 'cut.db'), 'SQLite format 3\u0000 and no more')
        const all = await quarry(['--data', data(), 'add', broken])
        expect(all.code).toBe(3)
        for (const name of ['first.pdf', 'second.pdf', 'cut.db']) expect(all.stderr).toContain(name)
        const one = await quarry(['--data', data(), 'add', join(broken, 'first.pdf')])
        expect([one.code, one.stderr.includes('second.pdf')]).toEqual([3, false])
      })

      it.each([
        [['ask', '  ', '--quick'], /find out/],
        [['ask', question, '--out', 'r.pdf'], /\.docx.*window saves PDF/],
      ])('ends with 2 before it begins: %j', async (parameters, why) => {
        const { code, stdout, stderr } = await quarry(['--data', data(), ...parameters])
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
        expect(stderr).toMatch(why)
      })

      it.runIf(existsSync('/dev/full'))('says so where its results cannot be written', async () => {
        const full = ['sh', '-c', 'exec "$@" > /dev/full', 'sh']
        const { code, stderr } = await quarry(['--data', data(), 'sources'], { prefix: full })
        expect(code).toBe(1)
        expect(stderr).toContain('could not be written')
        expect(stderr).not.toMatch(/^ {4}at /m)
      })

      it('says where a report cannot be written, and keeps the session', async () => {
        const { code, stderr } = await quarry([
          '--data',
          data(),
          'ask',
          question,
          '--quick',
          '--out',
          join(work, 'no', 'such', 'r.md'),
        ])
        expect(code).toBe(1)
        expect(stderr).toMatch(/quarry resume [\w-]{36} --out/)
        const sessions = JSON.parse((await quarry(['--data', data(), 'sessions', '--json'])).stdout) as {
          state: string
        }[]
        expect(sessions.filter(({ state }) => state === 'done')).toHaveLength(3)
      })

      it('ends with 5 where a session that waits is resumed, and nobody answers', async () => {
        const resumed = await quarry(['--data', data(), 'resume', waiting])
        expect(resumed.code).toBe(5)
        expect(resumed.stderr).toMatch(/is waiting for/)
      })

      it('stops a session that waits, once', async () => {
        expect((await quarry(['--data', data(), 'stop', waiting])).code).toBe(0)
        const sessions = await quarry(['--data', data(), 'sessions'])
        expect(sessions.stdout).toContain(`${waiting}\tstopped`)
        expect((await quarry(['--data', data(), 'stop', waiting])).stderr).toMatch(/stopping is not possible/)
      })
    })
  })

  it('ends with 130 when interrupted, and what was done is kept', async () => {
    const data = join(work, 'd130')
    prepareDataFolder(data)
    const folder = join(work, 'some')
    await mkdir(folder)
    for (const name of (await readdir(samples)).filter((one) => one.endsWith('.md')).slice(0, 3))
      await copyFile(join(samples, name), join(folder, name))
    const interrupted = await quarry(['--data', data, 'ask', question, '--add', folder], {
      onStderr: (text, child) => {
        if (child.killed || !/^indexing/m.test(text)) return
        // A terminal sends it, and so does a program in between.
        child.kill('SIGINT')
        child.kill('SIGTERM')
      },
    })
    expect(interrupted.code).toBe(130)
    expect(interrupted.stderr).toContain('Cancelled.')
    const rest = await quarry(['--data', data, 'add', folder])
    expect(rest.code).toBe(0)
  })

  it('says what is here and what is missing', async () => {
    prepareDataFolder(join(work, 'none'))
    const { code, stdout } = await quarry(['--data', join(work, 'none'), 'doctor', '--json'])
    expect(code).toBe(0)
    const names = (JSON.parse(stdout) as { checks: { name: string }[] }).checks.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['runtime', 'electron', 'model', 'database', 'threads', 'disk', 'display']),
    )
  })
})
