import { QuarryError } from '../../contract/errors'

/** The error of a question that a language model is to answer alone where none is chosen to write. */
export const modelNotChosen = (): QuarryError =>
  new QuarryError('model.notChosen', 'No language model is chosen to write.', { remedy: 'chooseModel' })
