export { signInByLink } from './passwords.ts'
export { type Ended, endedText } from './email-verification-copy.ts'
export { confirmsOwner, readLink } from './email-verification.ts'
export { type Address, readAddress } from './addresses.ts'
