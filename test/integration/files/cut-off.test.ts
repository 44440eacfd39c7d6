import { watch } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { writeChosen } from '../../../main/files'
import { builtChild } from '../built-child'
import { canMount, newDirectory, startChild } from '../store/support'

let script: string
beforeAll(async () => {
  script = await builtChild('files/save-child')
})

const said = async (child: ReturnType<typeof startChild>): Promise<unknown> => JSON.parse((await child.line()) ?? '{}')

describe('a file that is saved', () => {
  it.skipIf(!canMount())('on a full disk is as it was, or not there, and nothing is left beside it', async () => {
    const directory = await newDirectory()
    const mounts = [
      `mount -t tmpfs -o size=1m tmpfs '${directory}'`,
      `printf before > '${directory}/report.md'`,
      // What the child leaves, said after what it says.
      `"$@" '${directory}/report.md' 3000000; "$@" '${directory}/new.md' 3000000`,
      `ls -A '${directory}'; cat '${directory}/report.md'; exit 0`,
    ]
    const child = startChild(script, [], mounts.join('\n'))
    const full = { code: 'export.failed', message: expect.stringContaining('full') }
    expect([await said(child), await said(child)]).toEqual([full, full])
    expect([await child.line(), await child.line(), await child.line()]).toEqual(['report.md', 'before', null])
  })

  it('is as it was or as it shall be when its writer is killed, and the next one clears up', async () => {
    const directory = await newDirectory()
    const path = join(directory, 'report.md')
    await writeFile(path, 'before')
    const begun = new Promise<void>((resolve) => {
      const watcher = watch(directory, () => resolve())
      onTestFinished(() => watcher.close())
    })
    const child = startChild(script, [path, '200000000'])
    await begun
    child.process.kill('SIGKILL')
    await child.exited
    const left = await readFile(path)
    expect(left.length === 200_000_000 || left.toString() === 'before').toBe(true)
    await writeChosen(path, { content: 'after' })
    expect([await readdir(directory), await readFile(path, 'utf8')]).toEqual([['report.md'], 'after'])
  })
})
