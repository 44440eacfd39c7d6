/** Aliases as a person separates them, in either language's commas: each once, as many and as long as main takes. */
export function aliasesOf(written: string): string[] {
  const names = written.split(/[,，、;；\n]/).map((alias) => alias.trim().slice(0, 80).trim())
  return [...new Set(names)].filter((alias) => alias !== '').slice(0, 20)
}
