/** Returns the reference for one order's part of a chargeback. */
export const partRefOf = (ref: string, orderId: string): string => `${ref}/${orderId}`

/** Returns the provider's reference for a chargeback, given that reference or the reference of one of its parts. */
export const disputeRefOf = (ref: string): string => ref.split('/')[0]!
