/** The two parties to an order, a hold, an offer or a thread. */
export const PARTIES = ['buyer', 'seller'] as const
export type Party = (typeof PARTIES)[number]

/** Returns the account's role in a record, or null if the account is not a party. An account cannot have both roles. */
export const partyOf = (row: { buyer_id: string; seller_id: string }, accountId: string): Party | null =>
  row.buyer_id === accountId ? 'buyer' : row.seller_id === accountId ? 'seller' : null

/** Returns the error message for an action that is reserved for this party. */
export const onlyFor = (party: Party): string => `Only the ${party} can do this.`
