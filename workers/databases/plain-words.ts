/** `orderItems`, `order_items`, `ORDER-ITEMS` → `order items`: what a person would say for an identifier. */
export function plainWords(identifier: string): string {
  const words = identifier
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')
    .toLowerCase()
  return words === '' ? identifier : words
}
