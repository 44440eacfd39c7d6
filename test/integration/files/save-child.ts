import { writeChosen } from '../../../main/files'

/** Writes that many bytes of the letter n where a person chose, and says what became of it. */
const [path = '', bytes = '0'] = process.argv.slice(2)
const outcome = await writeChosen(path, { content: Buffer.alloc(Number(bytes), 'n') }).then(
  () => ({ code: null }),
  ({ code, message }: { code: string; message: string }) => ({ code, message }),
)
console.log(JSON.stringify(outcome))
