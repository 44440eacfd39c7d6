import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findMissing, requireSystemPackages } from '../../../scripts/desktop/system-packages.mjs'

/** What ldd says of an executable on a bare machine; the real one cannot be asked to lack a library. */
const lddOutput = `\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)
\tlibgtk-3.so.0 => not found
\tlibnss3.so => not found
`

describe.runIf(process.platform === 'linux')('what a bare machine lacks', () => {
  const path = process.env.PATH
  let programs: string
  beforeEach(async () => {
    programs = await mkdtemp(join(tmpdir(), 'quarry-programs-'))
    await writeFile(join(programs, 'ldd'), `#!/bin/sh\ncat <<'END'\n${lddOutput}END\n`)
    await chmod(join(programs, 'ldd'), 0o755)
    process.env.PATH = `${programs}:${path}`
  })
  afterEach(async () => {
    process.env.PATH = path
    await rm(programs, { recursive: true })
  })

  test('missing libraries are found, with the packages that bring them', async () => {
    const { names, packages } = await findMissing('/some/electron', { virtualDisplay: false })
    expect(names).toEqual(['libgtk-3.so.0', 'libnss3.so'])
    expect(packages).toContain('libgtk-3-0')
    expect(packages).not.toContain('xvfb')
  })

  test('without leave to install, the message is the command to type', async () => {
    const required = requireSystemPackages('/some/electron', { virtualDisplay: false, install: false })
    await expect(required).rejects.toThrow(/missing: libgtk-3\.so\.0, libnss3\.so\.\n.*apt-get install .*libgtk-3-0/)
  })
})
