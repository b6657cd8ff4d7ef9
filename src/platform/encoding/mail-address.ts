/**
 * Returns true for a valid email address, for both sign-up and sending. Rejects spaces, and characters that could end the address or add a
 * second one.
 */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text)

const ADDRESS = /^[^\s\p{Cc}@<>,;:"()[\]\\]+@[^\s\p{Cc}@<>,;:"()[\]\\]+$/u

/** Like `isMailAddress`, but also requires a dot in the domain. */
export const isPersonsAddress = (text: string): boolean => isMailAddress(text) && /@[^.]+(?:\.[^.]+)+$/u.test(text)
