/**
 * Reads members of a zip file without unpacking the rest. The archive that holds the fallback runtime has
 * 630 MB in thousands of files, of which some eighty are wanted. Format: PKWARE APPNOTE 4.3.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'

const END_OF_DIRECTORY = 0x06054b50
const END_OF_DIRECTORY_BYTES = 22
const LONGEST_COMMENT_BYTES = 0xffff
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const LOCAL_HEADER_BYTES = 30
const STORED = 0
const DEFLATED = 8

/**
 * @typedef {object} ZipMember
 * @property {string} name with `/` between its parts; a folder ends with `/`
 * @property {number} mode Unix permission bits
 * @property {number} method
 * @property {number} compressedBytes
 * @property {number} bytes
 * @property {number} headerOffset
 */

export class ZipArchive {
  /**
   * @param {string} path
   * @param {import('node:fs/promises').FileHandle} file
   * @param {ZipMember[]} members
   */
  constructor(path, file, members) {
    this.path = path
    this.file = file
    this.members = members
  }

  /**
   * @param {string} path
   * @returns {Promise<ZipArchive>} to be closed
   * @throws when the file is no zip archive, or one of the 64-bit kind
   */
  static async open(path) {
    const file = await open(path)
    try {
      return new ZipArchive(path, file, await readDirectory(file))
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /**
   * @param {ZipMember} member
   * @param {string} target
   * @param {number} mode permission bits of the new file
   * @throws when the member is damaged, or packed in another way than deflate
   */
  async extract(member, target, mode) {
    const header = await readBytes(this.file, member.headerOffset, LOCAL_HEADER_BYTES)
    if (header.readUInt32LE(0) !== LOCAL_HEADER) throw new Error(`The zip member ${member.name} has no header.`)
    const start = member.headerOffset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
    await mkdir(dirname(target), { recursive: true })
    const output = createWriteStream(target, { mode })
    if (member.compressedBytes === 0) {
      await new Promise((done, failed) => output.end(done).on('error', failed))
      return
    }
    const packed = createReadStream(this.path, { start, end: start + member.compressedBytes - 1 })
    if (member.method === STORED) await pipeline(packed, output)
    else if (member.method === DEFLATED) await pipeline(packed, createInflateRaw(), output)
    else throw new Error(`The zip member ${member.name} is packed by the unknown method ${member.method}.`)
    if (output.bytesWritten !== member.bytes) throw new Error(`The zip member ${member.name} is damaged.`)
  }

  async close() {
    await this.file.close()
  }
}

/**
 * @param {import('node:fs/promises').FileHandle} file
 * @returns {Promise<ZipMember[]>}
 */
async function readDirectory(file) {
  const { size } = await file.stat()
  const tailBytes = Math.min(size, END_OF_DIRECTORY_BYTES + LONGEST_COMMENT_BYTES)
  const tail = await readBytes(file, size - tailBytes, tailBytes)
  const signature = Buffer.alloc(4)
  signature.writeUInt32LE(END_OF_DIRECTORY)
  const at = tail.lastIndexOf(signature)
  if (at < 0) throw new Error('Not a zip archive.')
  const count = tail.readUInt16LE(at + 10)
  const directoryBytes = tail.readUInt32LE(at + 12)
  const directoryOffset = tail.readUInt32LE(at + 16)
  if (count === 0xffff || directoryOffset === 0xffffffff) throw new Error('64-bit zip archives are not supported.')

  const directory = await readBytes(file, directoryOffset, directoryBytes)
  /** @type {ZipMember[]} */
  const members = []
  let offset = 0
  while (members.length < count) {
    if (directory.readUInt32LE(offset) !== DIRECTORY_ENTRY) throw new Error('The zip directory is damaged.')
    const nameBytes = directory.readUInt16LE(offset + 28)
    members.push({
      method: directory.readUInt16LE(offset + 10),
      compressedBytes: directory.readUInt32LE(offset + 20),
      bytes: directory.readUInt32LE(offset + 24),
      mode: (directory.readUInt32LE(offset + 38) >>> 16) & 0o777,
      headerOffset: directory.readUInt32LE(offset + 42),
      name: directory.toString('utf8', offset + 46, offset + 46 + nameBytes),
    })
    offset += 46 + nameBytes + directory.readUInt16LE(offset + 30) + directory.readUInt16LE(offset + 32)
  }
  return members
}

/**
 * @param {import('node:fs/promises').FileHandle} file
 * @param {number} position
 * @param {number} length
 */
async function readBytes(file, position, length) {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  if (bytesRead !== length) throw new Error('The zip archive ends too early.')
  return bytes
}
