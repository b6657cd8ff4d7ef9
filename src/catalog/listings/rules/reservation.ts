type Reservable = { status: string; reservedUntil: Date | null }

/** True while an order or a deposit reserves the listing. The clock ends it, before any job. */
export const isReserved = ({ status, reservedUntil }: Reservable, now: Date): boolean =>
  status === 'live' && reservedUntil !== null && reservedUntil > now

/** Returns when `isReserved` changes next without new data, in ms since 1970. */
export const reservationExpiresAtMs = (listing: Reservable, now: Date): number =>
  isReserved(listing, now) ? listing.reservedUntil!.getTime() : Number.POSITIVE_INFINITY
