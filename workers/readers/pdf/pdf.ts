import { QuarryError } from '../../../contract/errors'
import type { BytesInput, Draft } from '../draft'

export async function readPdf(_input: BytesInput): Promise<Draft> {
  throw new QuarryError('read.unsupported', 'Later.')
}
