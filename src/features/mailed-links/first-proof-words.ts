/** What was made before the address was proved, and ended with that. */
export type Ended = { sessions: number; keys: number; approvals: number; webhook: boolean }

/** `2 sessions, 1 key and the webhook`; what is none is left out. */
export function endedWords({ sessions, keys, approvals, webhook }: Ended): string {
  const counted = (count: number, one: string) => (count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`])
  const parts = [
    ...counted(sessions, 'session'),
    ...counted(keys, 'key'),
    ...counted(approvals, 'request for approval'),
    ...(webhook ? ['the webhook'] : []),
    'its password',
  ]
  return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
