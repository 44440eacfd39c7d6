import { CommanderError, InvalidArgumentError, Option } from 'commander'
import { describe, expect, it } from 'vitest'
import type { Language } from '../../../contract/language'
import { LocalizedCommand } from '../../../main/command/terminal/localized-command'

/** What the command says to stderr and stdout when it is called so. */
function saidTo(parameters: readonly string[], language: Language): string {
  let said = ''
  const write = (text: string): void => {
    said += text
  }
  const program = new LocalizedCommand('quarry', language)
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write })
    .addOption(new Option('--language <language>', 'L').choices(['en', 'zh-CN']))
  const count = (): never => {
    throw new InvalidArgumentError('W.')
  }
  program
    .command('find')
    .argument('<query>', 'Q')
    .option('--top <n>', 'T', count, 10)
    .addOption(new Option('--stop', 'S').conflicts('start'))
    .option('--start', 'S', false)
    .action(() => undefined)
  try {
    program.parse([...parameters], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
  }
  return said
}

describe('a command in a language', () => {
  it.each([
    ['no argument', ['find'], 'error: the argument <query> is missing', '错误：缺少参数 <query>'],
    [
      'no value',
      ['find', 'x', '--top'],
      'error: the option --top <n> needs a value',
      '错误：选项 --top <n> 需要一个值',
    ],
    ['an unknown option', ['find', 'x', '--far'], 'error: unknown option --far', '错误：未知选项 --far'],
    ['an unknown command', ['dig'], 'error: unknown command “dig”', '错误：未知命令“dig”'],
    [
      'too much',
      ['find', 'x', 'y'],
      'error: too many arguments: 2 instead of 1',
      '错误：参数过多：应为 1 个，实际 2 个',
    ],
    [
      'what excludes each other',
      ['find', 'x', '--stop', '--start'],
      'error: --stop and --start exclude each other',
      '错误：--stop 和 --start 不能同时使用',
    ],
    [
      'a value that is none',
      ['find', 'x', '--top', 'many'],
      'error: --top <n> does not accept “many”. W.',
      '错误：--top <n> 不接受“many”。W.',
    ],
    [
      'no choice',
      ['--language', 'fr', 'find', 'x'],
      'error: --language <language> does not accept “fr”. Use one of: en, zh-CN.',
      '错误：--language <language> 不接受“fr”。请使用其中之一：en、zh-CN。',
    ],
  ])('says %s', (_name, parameters, english, chinese) => {
    expect(saidTo(parameters, 'en').trim()).toBe(english)
    expect(saidTo(parameters, 'zh-CN').trim()).toBe(chinese)
  })

  it('explains itself', () => {
    expect(saidTo(['find', '--help'], 'en')).toMatch(
      /^Usage: .*\nArguments:.*\nOptions:.*T \(default: 10\)\n.*show help/s,
    )
    expect(saidTo(['find', '--help'], 'zh-CN')).toMatch(
      /^用法： .*\n参数：.*\n选项：.*T （默认：10）\n.*显示命令的帮助/s,
    )
    expect(saidTo(['--help'], 'zh-CN')).toMatch(/en \| zh-CN.*\n命令：/s)
  })
})
