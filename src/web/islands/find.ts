/** Every element that an island is for. */
export const each = <E extends HTMLElement>(selector: string): E[] => [...document.querySelectorAll<E>(selector)]

/** Whether somebody is typing, so that single keys are letters. */
export const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
