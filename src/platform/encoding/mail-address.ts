/**
 * The one rule for an address of mail: what signs up must be what can be written to. No space, no sign that could end the address or
 * add a second one.
 */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text)

const ADDRESS = /^[^\s\p{Cc}@<>,;:"()[\]\\]+@[^\s\p{Cc}@<>,;:"()[\]\\]+$/u

/** The same for somebody out there, whose mail server has a name with a dot in it. */
export const isPersonsAddress = (text: string): boolean => isMailAddress(text) && /@[^.]+(?:\.[^.]+)+$/u.test(text)
