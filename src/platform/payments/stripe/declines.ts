const OTHER = 'The card was declined. Try another one, or ask your bank.'

/** Reasons for a declined card that a buyer can act on. All other reasons, such as a lost card, are not disclosed. */
const MESSAGES: Readonly<Record<string, string>> = {
  amount_too_small: 'The amount is too small for a card payment.',
  amount_too_large: 'The amount is too large for a card payment.',
  authentication_required: 'The bank requires you to confirm this payment. Pay with the card form.',
  expired_card: 'The card has expired. Try another one.',
  incorrect_cvc: 'The card’s security code is wrong.',
  incorrect_number: 'The card number is wrong.',
  insufficient_funds: 'There is not enough money on the card. Try another one.',
  processing_error: 'The bank did not respond. Try again in a moment.',
}

/** Returns our own explanation of a declined payment for the buyer. The provider's message is not shown. */
export const declineText = ({ code, declineCode }: { code: string | null; declineCode: string | null }): string =>
  (declineCode === null ? undefined : own(declineCode)) ?? (code === null ? undefined : own(code)) ?? OTHER

const own = (code: string): string | undefined => (Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined)
