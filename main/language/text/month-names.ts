/** In English, from January on, in small letters. */
export const monthNames = [
  'january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december',
] // biome-ignore format: a list of words
