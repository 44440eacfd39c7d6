import { type Argument, Command, InvalidArgumentError, Option } from 'commander'
import type { Language } from '../../../contract/language'
import { wordsIn } from '../words'

/**
 * A command whose help and usage errors are in the words of the terminal. Commander makes its sentences in one method
 * for each mistake; the ones here say the same from the catalogue, and a test has a Chinese mistake of every kind.
 */
export class LocalizedCommand extends Command {
  readonly #language: Language

  constructor(name: string | undefined, language: Language) {
    super(name)
    this.#language = language
    const { help } = wordsIn(language)
    this.helpOption('-h, --help', help.help).configureHelp({
      styleTitle: (title) => help.titles[title] ?? title,
      optionDescription: ({ description, argChoices, defaultValue }) =>
        [
          description,
          ...(argChoices === undefined ? [] : [help.choices(argChoices.join(' | '))]),
          ...(typeof defaultValue === 'number' ? [help.byDefault(String(defaultValue))] : []),
        ].join(' '),
    })
  }

  override createCommand(name?: string): LocalizedCommand {
    return new LocalizedCommand(name, this.#language)
  }

  missingArgument(name: string): never {
    this.error(this.#usage.missingArgument(name), { code: 'commander.missingArgument' })
  }

  optionMissingArgument({ flags }: Option): never {
    this.error(this.#usage.missingValue(flags), { code: 'commander.optionMissingArgument' })
  }

  unknownOption(option: string): never {
    this.error(this.#usage.unknownOption(option), { code: 'commander.unknownOption' })
  }

  unknownCommand(): never {
    this.error(this.#usage.unknownCommand(this.args[0] ?? ''), { code: 'commander.unknownCommand' })
  }

  _excessArguments(received: readonly string[]): void {
    this.error(this.#usage.tooMany(this.registeredArguments.length, received.length), {
      code: 'commander.excessArguments',
    })
  }

  _conflictingOption(one: Option, other: Option): never {
    this.error(this.#usage.notTogether(one.flags, other.flags), { code: 'commander.conflictingOption' })
  }

  _callParseArg(target: Option | Argument, value: string, previous: unknown): unknown {
    try {
      return target.parseArg?.(value, previous as never)
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error
      const { oneOf, notValid } = this.#usage
      const why = target.argChoices ? oneOf(target.argChoices) : error.message
      const name = target instanceof Option ? target.flags : target.name()
      this.error(notValid(name, value, why), { code: error.code })
    }
  }

  get #usage() {
    return wordsIn(this.#language).usage
  }
}
