/** Returns the reference of one order's part of a chargeback. */
export const partRefOf = (ref: string, orderId: string): string => `${ref}/${orderId}`

/** Returns the provider's reference of a chargeback or of a part of it. */
export const disputeRefOf = (ref: string): string => ref.split('/')[0]!
