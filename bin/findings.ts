/** A line of `npm run doctor`. `problem` prevents a start or breaks a public service; `note` is information. */
export type Finding = { state: 'ok' | 'note' | 'problem'; says: string }
export const ok = (says: string): Finding => ({ state: 'ok', says })
export const note = (says: string): Finding => ({ state: 'note', says })
export const problem = (says: string): Finding => ({ state: 'problem', says })
