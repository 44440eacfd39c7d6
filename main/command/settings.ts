import { stringify } from 'yaml'
import type { SettingsPlace } from '../../contract/app/settings-file'
import type { Connection } from '../api'
import { readSettingsText } from '../settings'
import type { CommandLine } from './terminal/command-line'
import { exitCode } from './terminal/exit-code'
import { type ProgressLine, printJson, printResult } from './terminal/terminal'

/** All settings as YAML that `settings.yaml` takes, with where they come from if not from the window. */
async function listSettings(
  connection: Connection,
  { write, json }: { readonly write: boolean; readonly json: boolean },
  progress: ProgressLine,
): Promise<number> {
  const { words, speech } = progress
  if (write) await connection.call('settings.writeDown')
  const { layout: _, ...settings } = await connection.call('settings.get')
  const { path, fixed, problems } = await connection.call('settings.file')
  const told = (place: SettingsPlace): string =>
    place.kind === 'variable' ? place.name : words.settings[place.kind](place.kind === 'file' ? place.line : 0)
  for (const { place, problem } of problems) progress.say(`${told(place)}: ${speech.fact(problem)}`)
  if (json) {
    await printJson(settings)
    return exitCode.done
  }
  if (write) {
    await printResult(path)
    return exitCode.done
  }
  for (const [key, value] of Object.entries(settings)) {
    const one = fixed.find((each) => each.key === key)
    if (one !== undefined) await printResult(`# ${told(one.place)}`)
    await printResult(stringify({ [key]: value }).trimEnd())
  }
  return exitCode.done
}

/** Sets one setting; the value is written as in `settings.yaml`. */
async function setSetting(connection: Connection, key: string, text: string, progress: ProgressLine): Promise<number> {
  const { values, problems } = readSettingsText(`${key}: ${text}`)
  for (const { problem } of problems) progress.say(progress.speech.fact(problem))
  if (problems.length > 0) return exitCode.badUsage
  await connection.call('settings.set', values)
  return exitCode.done
}

export function defineSettings({ program, help, progress, onRuntime }: CommandLine): void {
  const settings = program
    .command('settings')
    .description(help.settings)
    .option('--write', help.settingsWrite, false)
    .option('--json', help.json, false)
    .action((options: { write: boolean; json: boolean }) =>
      onRuntime((connection) => listSettings(connection, options, progress)),
    )
  settings
    .command('set')
    .description(help.settingsSet)
    .argument('<name>')
    .argument('<value>')
    .action((name: string, value: string) => onRuntime((connection) => setSetting(connection, name, value, progress)))
}
