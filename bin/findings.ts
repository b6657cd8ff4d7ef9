/**
 * Finding that `npm run doctor` prints as one line. `problem`: it prevents a start or breaks a public service. `note`: it is only
 * information.
 */
export type Finding = { state: 'ok' | 'note' | 'problem'; says: string }
export const ok = (says: string): Finding => ({ state: 'ok', says })
export const note = (says: string): Finding => ({ state: 'note', says })
export const problem = (says: string): Finding => ({ state: 'problem', says })
