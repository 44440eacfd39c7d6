import { QuarryError } from '../../contract/errors'

export const unexpected = (): QuarryError => new QuarryError('internal', 'The process sent an unexpected answer.')
