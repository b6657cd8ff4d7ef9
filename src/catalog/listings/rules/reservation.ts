type Reservable = { status: string; reservedUntil: Date | null }

/**
 * Returns true while an order or a deposit reserves the listing. The reservation ends at `reservedUntil`, even before a job records the
 * end.
 */
export const isReserved = ({ status, reservedUntil }: Reservable, now: Date): boolean =>
  status === 'live' && reservedUntil !== null && reservedUntil > now

/** Returns the time, in ms since 1970, when the result of `isReserved` changes even if the listing does not. */
export const reservationExpiresAtMs = (listing: Reservable, now: Date): number =>
  isReserved(listing, now) ? listing.reservedUntil!.getTime() : Number.POSITIVE_INFINITY
