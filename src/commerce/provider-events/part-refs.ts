/** Returns the reference for the part of a chargeback that belongs to an order. */
export const partRefOf = (ref: string, orderId: string): string => `${ref}/${orderId}`

/** Returns the provider's reference of a chargeback, given this reference or the reference of a part. */
export const disputeRefOf = (ref: string): string => ref.split('/')[0]!
