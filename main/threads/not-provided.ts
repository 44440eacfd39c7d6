import { fromCallback, fromPromise } from 'xstate'
import { QuarryError } from '../../contract/errors'

/** Stands for an actor that a machine is given when it is wired: invoked without, it fails with the actor's name. */
export function notProvided<Output, Input = unknown>(name: string) {
  return fromPromise<Output, Input>(() => Promise.reject(new QuarryError('internal', `${name} was not provided.`)))
}

/** The same for an actor that sends events instead of answering once. */
export function callbackNotProvided<Event extends { type: string }, Input = unknown>(name: string) {
  return fromCallback<Event, Input>(() => {
    throw new QuarryError('internal', `${name} was not provided.`)
  })
}
