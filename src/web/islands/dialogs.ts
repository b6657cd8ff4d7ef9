import { each } from './find.ts'

/** Buttons that open and close dialogs, for browsers that do not do it by themselves yet. */
export function dialogs(): void {
  if ('commandForElement' in HTMLButtonElement.prototype) return
  for (const button of each<HTMLButtonElement>('button[commandfor]')) {
    const dialog = document.getElementById(button.getAttribute('commandfor') ?? '')
    if (!(dialog instanceof HTMLDialogElement)) continue
    button.addEventListener('click', () => (button.getAttribute('command') === 'close' ? dialog.close() : dialog.showModal()))
  }
}
