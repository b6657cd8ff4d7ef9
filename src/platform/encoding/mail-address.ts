/**
 * The only rule for mail addresses, so that every address that signs up can receive mail. Excludes spaces and characters that could end the
 * address or add a second one.
 */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text)

const ADDRESS = /^[^\s\p{Cc}@<>,;:"()[\]\\]+@[^\s\p{Cc}@<>,;:"()[\]\\]+$/u

/** Additionally requires a mail server name with a dot. */
export const isPersonsAddress = (text: string): boolean => isMailAddress(text) && /@[^.]+(?:\.[^.]+)+$/u.test(text)
