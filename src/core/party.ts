/** The two between whom something is sold, kept, offered or talked about. */
export const PARTIES = ['buyer', 'seller'] as const
export type Party = (typeof PARTIES)[number]

/** On which side of it an account is; null for a stranger. Nobody is on both. */
export const partyOf = (row: { buyer_id: string; seller_id: string }, accountId: string): Party | null =>
  row.buyer_id === accountId ? 'buyer' : row.seller_id === accountId ? 'seller' : null

/** What the other side is told of what is one side's alone. */
export const onlyFor = (side: Party): string => `Only the ${side} can do this.`
