type Reservable = { status: string; reservedUntil: Date | null }

/** True while an unpaid order or a paid deposit reserves the listing. The clock ends it, even before a job runs. */
export const isReserved = ({ status, reservedUntil }: Reservable, now: Date): boolean =>
  status === 'live' && reservedUntil !== null && reservedUntil > now

/** Returns when `isReserved` changes next if the data does not, in ms since 1970. */
export const reservationHoldsUntilMs = (listing: Reservable, now: Date): number =>
  isReserved(listing, now) ? listing.reservedUntil!.getTime() : Number.POSITIVE_INFINITY
