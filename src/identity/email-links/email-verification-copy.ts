import { counted, listText } from '#core/format/count.ts'

/** Numbers of sessions, keys and approvals that an email verification has ended. `webhook` is true if it also removed the webhook. */
export type Ended = { sessions: number; keys: number; approvals: number; webhook: boolean }

/** Returns text such as `2 sessions, 1 key and the webhook`. Omits zero counts. */
export function endedText({ sessions, keys, approvals, webhook }: Ended): string {
  const some = (count: number, one: string, many?: string) => (count === 0 ? [] : [counted(count, one, many)])
  return listText([
    ...some(sessions, 'session'),
    ...some(keys, 'key'),
    ...some(approvals, 'request for approval', 'requests for approval'),
    ...(webhook ? ['the webhook'] : []),
    'the old password',
  ])
}
