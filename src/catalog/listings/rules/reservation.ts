type Reservable = { status: string; reservedUntil: Date | null }

/** Returns true while an order or a deposit reserves the listing. The reservation ends at its time, even if no job has run. */
export const isReserved = ({ status, reservedUntil }: Reservable, now: Date): boolean =>
  status === 'live' && reservedUntil !== null && reservedUntil > now

/** Returns when `isReserved` next changes without new data, in ms since 1970. */
export const reservationExpiresAtMs = (listing: Reservable, now: Date): number =>
  isReserved(listing, now) ? listing.reservedUntil!.getTime() : Number.POSITIVE_INFINITY
