export const MOST_REPLIES = 50

/** Placeholders in saved replies: the buyer's name, the item's title and the item's price. */
export const PLACEHOLDERS = ['name', 'item', 'price'] as const
type Placeholder = (typeof PLACEHOLDERS)[number]

/** Values of the placeholders in one conversation. A placeholder without a value is null. */
export type ReplyValues = Readonly<Record<Placeholder, string | null>>

const BRACES = /\{([^{}]*)\}/g

/** Returns the first unknown placeholder, including its braces, or null. */
export const unknownPlaceholder = (body: string): string | null =>
  [...body.matchAll(BRACES)].find(([, name]) => !PLACEHOLDERS.some((known) => known === name))?.[0] ?? null

/**
 * Replaces the placeholders in a saved reply. Leaves a placeholder without a value in place, so that the seller notices it before sending.
 */
export const fillReply = (body: string, values: ReplyValues): string =>
  body.replaceAll(BRACES, (braces, name: string) => (Object.hasOwn(values, name) && values[name as Placeholder]) || braces)

/** Appends a saved reply to text that the seller has already typed. */
export const appendReply = (typed: string, reply: string): string => (typed.trim() === '' ? reply : `${typed.trimEnd()}\n\n${reply}`)
