/** The line that begins a message of a mailbox: who sent it, and when it came. */
const fromLine = /^From \S.{0,300}\d\d:\d\d/

const lineFeed = 0x0a
const carriageReturn = 0x0d
const separator = Buffer.from('\nFrom ')
/** As much of a line as tells whether it begins a message. */
const lookedAt = 400

/** Whether a file's beginning is that of a mailbox and not of a single message. */
export const isMailbox = (bytes: Uint8Array): boolean => fromLine.test(lineAt(bufferOf(bytes), 0))

/**
 * The messages of a mailbox (mbox), without the lines that begin them. A line of a message that looks like such a line is
 * none where no empty line stands above it.
 */
export function messagesOf(mailbox: Uint8Array): Uint8Array[] {
  const bytes = bufferOf(mailbox)
  const messages: Uint8Array[] = []
  let start = endOfLine(bytes, 0)
  for (let at = bytes.indexOf(separator); at !== -1; at = bytes.indexOf(separator, at + 1)) {
    const before = bytes[at - 1] === carriageReturn ? bytes[at - 2] : bytes[at - 1]
    if (before !== lineFeed || at + 1 < start || !fromLine.test(lineAt(bytes, at + 1))) continue
    messages.push(bytes.subarray(start, at))
    start = endOfLine(bytes, at + 1)
  }
  messages.push(bytes.subarray(start))
  return messages
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function lineAt(bytes: Buffer, start: number): string {
  const line = bytes.toString('latin1', start, start + lookedAt)
  const end = line.indexOf('\n')
  return end === -1 ? line : line.slice(0, end)
}

function endOfLine(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(lineFeed, from)
  return end === -1 ? bytes.length : end + 1
}
