type Reservable = { status: string; reservedUntil: Date | null }

/** Whether an unpaid order or a paid deposit reserves a listing. The clock ends it, whether or not a job has run. */
export const isReserved = ({ status, reservedUntil }: Reservable, now: Date): boolean =>
  status === 'live' && reservedUntil !== null && reservedUntil > now

/** Until when `isReserved` stays as it is if nothing changes; in ms since 1970. */
export const reservationHoldsUntilMs = (listing: Reservable, now: Date): number =>
  isReserved(listing, now) ? listing.reservedUntil!.getTime() : Number.POSITIVE_INFINITY
