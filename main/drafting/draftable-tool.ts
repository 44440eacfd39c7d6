/** What is known of a tool that a call may be drafted for. */
export interface DraftableTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of type `object`. */
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly effect: 'reads' | 'changes'
  /** What the file that describes it says of it besides. */
  readonly told?: { readonly prose?: string; readonly about?: readonly string[]; readonly answers?: string } | undefined
}
