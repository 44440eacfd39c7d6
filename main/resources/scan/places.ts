import { join } from 'node:path'

/** Where on this machine things lie. Injectable, so that a test has a home of its own. */
export interface Machine {
  readonly home: string
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A file that another program keeps its MCP servers in. */
export interface KnownFile {
  readonly program: string
  readonly path: string
}

/** Configurations of MCP servers for the whole machine, where the programs' documentation says they are. */
export function mcpConfigurations(machine: Machine): KnownFile[] {
  const { home } = machine
  const settings = settingsFolder(machine)
  const config = machine.env.XDG_CONFIG_HOME || join(home, '.config')
  const zed = machine.platform === 'win32' ? join(settings, 'Zed') : join(config, 'zed')
  const codes = ['Code', 'Code - Insiders', 'VSCodium'].flatMap((name) => {
    const user = join(settings, name, 'User')
    const cline = join('globalStorage', 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json')
    const program = name === 'Code' ? 'VS Code' : name
    return [
      { program, path: join(user, 'mcp.json') },
      { program, path: join(user, 'settings.json') },
      { program: `Cline in ${program}`, path: join(user, cline) },
    ]
  })
  return [
    { program: 'Claude Desktop', path: join(settings, 'Claude', 'claude_desktop_config.json') },
    { program: 'Claude Code', path: join(home, '.claude.json') },
    { program: 'Cursor', path: join(home, '.cursor', 'mcp.json') },
    ...codes,
    { program: 'Windsurf', path: join(home, '.codeium', 'windsurf', 'mcp_config.json') },
    { program: 'Zed', path: join(zed, 'settings.json') },
    { program: 'Gemini CLI', path: join(home, '.gemini', 'settings.json') },
    { program: 'LM Studio', path: join(home, '.lmstudio', 'mcp.json') },
    { program: 'opencode', path: join(config, 'opencode', 'opencode.json') },
  ]
}

/** Configurations that belong to one project folder. */
export function projectMcpConfigurations(folder: string): KnownFile[] {
  return [
    { program: 'Claude Code', path: join(folder, '.mcp.json') },
    { program: 'Cursor', path: join(folder, '.cursor', 'mcp.json') },
    { program: 'VS Code', path: join(folder, '.vscode', 'mcp.json') },
  ]
}

/** Folders that programs keep their GGUF models in. */
export function ggufFolders({ home, env }: Machine): KnownFile[] {
  return [
    { program: 'LM Studio', path: join(home, '.lmstudio', 'models') },
    { program: 'LM Studio', path: join(home, '.cache', 'lm-studio', 'models') },
    { program: 'llama.cpp', path: join(env.XDG_CACHE_HOME || join(home, '.cache'), 'llama.cpp') },
    { program: 'Jan', path: join(home, 'jan', 'models') },
  ]
}

/** Ollama's list of what it has: one file for each tag of each model. */
export function ollamaManifests({ home, env }: Machine): string {
  return join(env.OLLAMA_MODELS || join(home, '.ollama', 'models'), 'manifests')
}

function settingsFolder({ home, platform, env }: Machine): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming')
  return env.XDG_CONFIG_HOME || join(home, '.config')
}
