/** Every element that an island is for. */
export const each = <E extends HTMLElement>(selector: string): E[] => [...document.querySelectorAll<E>(selector)]

/** Whether somebody is typing, so that single keys are letters. */
export const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Whether single keys are switched off in the settings (WCAG 2.1.4). The choice is this browser's, as the colours are. */
export const keysOff = (): boolean => /(?:^|; )keys=off(?:;|$)/.test(document.cookie)
