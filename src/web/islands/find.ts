/** Returns all elements that match. */
export const each = <E extends HTMLElement>(selector: string): E[] => [...document.querySelectorAll<E>(selector)]

/** True when the target accepts text, so single keys are letters. */
export const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** True when single-key shortcuts are off (WCAG 2.1.4). The setting belongs to this browser, like the colour scheme. */
export const keysOff = (): boolean => /(?:^|; )keys=off(?:;|$)/.test(document.cookie)
