/** Checks an address for sign-up and sending alike. Excludes spaces and characters that could end the address or add another. */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text)

const ADDRESS = /^[^\s\p{Cc}@<>,;:"()[\]\\]+@[^\s\p{Cc}@<>,;:"()[\]\\]+$/u

/** Additionally requires a mail server name with a dot. */
export const isPersonsAddress = (text: string): boolean => isMailAddress(text) && /@[^.]+(?:\.[^.]+)+$/u.test(text)
