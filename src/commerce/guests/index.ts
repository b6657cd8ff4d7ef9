export { mailOwnOrderLink, orderLinkWorks, renewOrderLink } from './link.ts'
export { openPayLink, readPayLink } from './open.ts'
export { joinAtSignIn, proveGuest, type Proof } from './prove.ts'
export { countGuestOrderPaid, isForGuests, startGuestCheckout, type StartedCheckout } from './start.ts'
