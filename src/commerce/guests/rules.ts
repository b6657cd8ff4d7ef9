import { clipAtWord } from '#core/text.ts'

/** Name of a guest who collects the item, and therefore does not enter a name and address. */
const NAMELESS = 'Guest'
/** Maximum length of an account's name in characters. The name in an address may be longer. */
const MOST_NAME_CHARS = 60

/** Number of days after which the service closes a guest who has not paid anything and has not verified the email address. */
export const UNPAID_GUEST_DAYS = 30

/** Returns the name for a guest's account. The seller sees this name. */
export const guestName = (addressName: string | undefined): string => clipAtWord(addressName ?? NAMELESS, MOST_NAME_CHARS)
