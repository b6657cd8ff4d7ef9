/**
 * A line in the output of `npm run doctor`. `problem`: the service cannot start, or a public service would not work. `note`: informational
 * only.
 */
export type Finding = { state: 'ok' | 'note' | 'problem'; message: string }
export const ok = (message: string): Finding => ({ state: 'ok', message })
export const note = (message: string): Finding => ({ state: 'note', message })
export const problem = (message: string): Finding => ({ state: 'problem', message })
