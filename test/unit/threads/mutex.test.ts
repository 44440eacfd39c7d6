import { expect, it } from 'vitest'
import { createMutex } from '../../../main/threads'

it('lets one work at a time, in the order of asking, whatever the one before came to', async () => {
  const mutex = createMutex()
  const happened: string[] = []
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const first = mutex.run(async () => {
    happened.push('first begins')
    await held
    happened.push('first ends')
    throw new Error('first failed')
  })
  const second = mutex.run(async () => {
    happened.push('second')
    return 2
  })
  const idle = mutex.idle().then(() => happened.push('idle'))
  release()
  await expect(first).rejects.toThrow('first failed')
  expect(await second).toBe(2)
  await idle
  expect(happened).toEqual(['first begins', 'first ends', 'second', 'idle'])
})
