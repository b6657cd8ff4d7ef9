/**
 * Returns true for a valid email address, both at sign-up and when sending. Spaces and characters that could end the address or add
 * another are not allowed.
 */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text)

const ADDRESS = /^[^\s\p{Cc}@<>,;:"()[\]\\]+@[^\s\p{Cc}@<>,;:"()[\]\\]+$/u

/** Like `isMailAddress`, but also requires a domain with a dot. */
export const isPersonsAddress = (text: string): boolean => isMailAddress(text) && /@[^.]+(?:\.[^.]+)+$/u.test(text)
