import { fromCallback, fromPromise } from 'xstate'

/** Stands for an actor that a machine is given when it is wired: invoked without, it fails with the actor's name. */
export function notProvided<Output, Input>(name: string) {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`${name} was not provided.`)))
}

/** The same for an actor that sends events instead of answering once. */
export function callbackNotProvided<Event extends { type: string }, Input>(name: string) {
  return fromCallback<Event, Input>(() => {
    throw new Error(`${name} was not provided.`)
  })
}
