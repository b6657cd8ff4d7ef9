/** Returns all matching elements on the page, or within one element. */
export const each = <E extends HTMLElement>(selector: string, within: ParentNode = document): E[] => [
  ...within.querySelectorAll<E>(selector),
]

/** Returns true if the target accepts text input. Single keys then type letters instead of acting as shortcuts. */
export const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Returns true if single-key shortcuts are off (WCAG 2.1.4). The setting applies only to this browser, like the color scheme. */
export const keysOff = (): boolean => /(?:^|; )keys=off(?:;|$)/.test(document.cookie)
