import type { ErrorCode } from '../../../contract/error-codes'
import { QuarryError } from '../../../contract/errors'
import { plainCell, readSheets, type Sheet } from '../../workbooks/sheets'
import { type BytesInput, type Draft, draftOf } from '../draft'
import { addRows } from '../row'
import { TextBuilder } from '../text-builder'

/** Why a workbook is not read, as a reader says it. */
const codes: Readonly<Partial<Record<ErrorCode, ErrorCode>>> = {
  'resource.unsupported': 'read.encrypted',
  'resource.tooLarge': 'read.tooLarge',
  'resource.corrupt': 'read.corrupt',
}

/** Reads an Excel workbook: each sheet is a part under its name, and each row a line with the names of its columns. */
export async function readXlsx(input: BytesInput): Promise<Draft> {
  const builder = new TextBuilder(input.maxTextLength)
  for (const { name, rows } of await sheetsOf(input.bytes)) {
    builder.beginPart()
    builder.heading(1, name)
    const texts = rows.map((row) => row.map((cell) => (cell === null ? '' : String(plainCell(cell)))))
    addRows(builder, texts)
  }
  return draftOf(builder, {
    mediaType: 'workbook',
    reader: 'workbook',
    pageStarts: builder.endParts(),
  })
}

async function sheetsOf(bytes: Uint8Array): Promise<Sheet[]> {
  try {
    return await readSheets(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    const code = error instanceof QuarryError ? codes[error.code] : undefined
    if (!(error instanceof QuarryError) || code === undefined) throw error
    throw new QuarryError(code, error.message, {
      ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
      cause: error,
    })
  }
}
