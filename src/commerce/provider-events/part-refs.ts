/** Returns a reference for the part of a chargeback that concerns one order. */
export const partRefOf = (ref: string, orderId: string): string => `${ref}/${orderId}`

/** Returns the provider's reference for a chargeback, for either that reference or the reference of one of its parts. */
export const disputeRefOf = (ref: string): string => ref.split('/')[0]!
