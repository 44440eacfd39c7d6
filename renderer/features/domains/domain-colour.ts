/** A domain's colour in either theme; see --hue-lightness in styles.css. */
export const colourOf = (hue: number): string => `oklch(var(--hue-lightness) 0.13 ${hue.toFixed(1)})`
