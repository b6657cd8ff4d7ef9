/** A line of `npm run doctor`. `problem` prevents a start or breaks a public service; `note` is information. */
export type Finding = { state: 'ok' | 'note' | 'problem'; message: string }
export const ok = (message: string): Finding => ({ state: 'ok', message })
export const note = (message: string): Finding => ({ state: 'note', message })
export const problem = (message: string): Finding => ({ state: 'problem', message })
