/** Foreign words as part of a sentence. */
export const withoutStop = (text: string): string => text.replace(/(?<![.;:。\s])[.;:。\s]+$/, '')
