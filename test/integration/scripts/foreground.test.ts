import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const processScript = new URL('../../../scripts/process.mjs', import.meta.url).href

/** Runs `child` as the start script does, in a process of its own that gets the signals. */
function startForeground(child: string) {
  const parent = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { runInForeground } from ${JSON.stringify(processScript)}
     process.exitCode = await runInForeground(process.execPath, ['-e', ${JSON.stringify(child)}])`,
  ])
  let output = ''
  parent.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk
  })
  return { parent, exit: once(parent, 'close') as Promise<[number | null]>, output: () => output }
}

test('an interrupt that arrives twice reaches the command once, and its exit code is kept', async () => {
  const { parent, exit, output } = startForeground(`
    let interrupts = 0
    process.on('SIGINT', () => { interrupts += 1; console.log('interrupted') })
    process.on('SIGTERM', () => { console.log('interrupts: ' + interrupts); process.exit(5) })
    setInterval(() => {}, 1000)
    console.log('ready')
  `)
  await once(parent.stdout, 'data')
  parent.kill('SIGINT')
  parent.kill('SIGINT')
  // Signals that wait together come in no certain order.
  await once(parent.stdout, 'data')
  parent.kill('SIGTERM')
  expect(await exit).toEqual([5, null])
  expect(output()).toBe('ready\ninterrupted\ninterrupts: 1\n')
})

test('a command that a signal ended gives the code that a shell would give', async () => {
  const { parent, exit } = startForeground(`setInterval(() => {}, 1000); console.log('ready')`)
  await once(parent.stdout, 'data')
  parent.kill('SIGINT')
  expect(await exit).toEqual([130, null])
})
