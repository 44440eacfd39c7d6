/** Window or command? Decided by the words on the command line alone. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * @typedef {object} Intent
 * @property {boolean} window whether the app opens; otherwise a command runs without it
 * @property {boolean} virtualDisplay whether Xvfb may be started for the window
 * @property {string[]} args what the app or the command gets
 */

/**
 * The window opens when there is nothing but options of its own and files or folders to take in; anything
 * else is a command's, which also explains wrong words.
 *
 * @param {string[]} argv without the interpreter and the script
 * @param {string} directory that relative paths start from
 * @returns {Intent}
 */
export function readIntent(argv, directory) {
  const command = { window: false, virtualDisplay: false, args: argv }
  const args = []
  let virtualDisplay = false
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index]
    if (argument === '--xvfb') virtualDisplay = true
    else if (argument === '--data' && index + 1 < argv.length) {
      index += 1
      args.push(`--data=${resolve(directory, argv[index])}`)
    } else if (argument.startsWith('--data=')) {
      args.push(`--data=${resolve(directory, argument.slice('--data='.length))}`)
    } else if (!argument.startsWith('-') && existsSync(resolve(directory, argument))) {
      // A file named like a command is opened by writing ./ask.
      if (isCommand(argument)) return command
      args.push(resolve(directory, argument))
    } else return command
  }
  return { window: true, virtualDisplay, args }
}

/** @param {string} word */
function isCommand(word) {
  return ['ask', 'add', 'sources', 'recall', 'sessions', 'resume', 'doctor', 'mcp', 'help'].includes(word)
}
