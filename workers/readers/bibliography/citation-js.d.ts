/** citation-js brings no types: what is used of it. */
declare module '@citation-js/core' {
  export const plugins: {
    readonly input: {
      chain(
        text: string,
        options: { readonly forceType: string; readonly generateGraph: boolean },
      ): readonly Readonly<Record<string, unknown>>[]
    }
  }
}
