/** The two between whom something is sold, kept, offered or talked about. */
export const SIDES = ['buyer', 'seller'] as const
export type Side = (typeof SIDES)[number]

/** On which side of it an account is; null for a stranger. Nobody is on both. */
export const sideOf = (row: { buyer_id: string; seller_id: string }, accountId: string): Side | null =>
  row.buyer_id === accountId ? 'buyer' : row.seller_id === accountId ? 'seller' : null

/** What the other side is told of what is one side's alone. */
export const onlyFor = (side: Side): string => `Only the ${side} can do this.`
