import { clipAtWord } from '#core/text.ts'

/** Name of a guest who collects the item and therefore enters no address. */
const NAMELESS = 'Guest'
/** Maximum length of an account's name. The name in an address may be longer. */
const MOST_NAME_CHARS = 60

/** Number of days before the service closes a guest who has paid nothing and has not verified the email address. */
export const UNPAID_GUEST_DAYS = 30

/** Returns the name of a guest's account, which the seller sees. */
export const guestName = (addressName: string | undefined): string => clipAtWord(addressName ?? NAMELESS, MOST_NAME_CHARS)
