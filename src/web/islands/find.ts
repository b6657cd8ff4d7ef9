/** Returns all elements of the page, or of one part, that match the selector. */
export const each = <E extends HTMLElement>(selector: string, within: ParentNode = document): E[] => [
  ...within.querySelectorAll<E>(selector),
]

/** Returns true when the target accepts text. Single keys then type letters and are not shortcuts. */
export const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Returns true when single-key shortcuts are off (WCAG 2.1.4). The setting belongs to this browser, like the colour scheme. */
export const keysOff = (): boolean => /(?:^|; )keys=off(?:;|$)/.test(document.cookie)
