/**
 * Returns true for a valid email address. Rejects spaces, and characters that could end the address or add a second address. Sign-up and
 * sending use the same check.
 */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text)

const ADDRESS = /^[^\s\p{Cc}@<>,;:"()[\]\\]+@[^\s\p{Cc}@<>,;:"()[\]\\]+$/u

/** Like `isMailAddress`, but also requires a domain with a dot. */
export const isPersonsAddress = (text: string): boolean => isMailAddress(text) && /@[^.]+(?:\.[^.]+)+$/u.test(text)
