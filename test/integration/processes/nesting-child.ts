import { serveWork } from '../../../workers/process/serve-work'

/** Answers with an object that is nested as many levels deep as it is asked for. */
serveWork<number, never, object>((levels) => {
  let nested: object = {}
  for (let level = 1; level < levels; level += 1) nested = { nested }
  return nested
})
