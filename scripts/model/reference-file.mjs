import { fileURLToPath } from 'node:url'

/** Texts with the token ids and vectors that the original model gave, see make-reference.mjs. */
export const REFERENCE_FILE = fileURLToPath(new URL('../../test/fixtures/model-reference.json', import.meta.url))
