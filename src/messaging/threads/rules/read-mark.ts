import type { Party } from '#core/party.ts'

type Line = { id: string; from: 'buyer' | 'owner' | 'agent' | 'service' }

/**
 * Returns the id of one party's latest message that the other party has read, or null. `messages`: oldest first. `unread`: number of
 * messages that the other party has not read, including messages from the shop's helper and from the service.
 */
export function lastRead(messages: readonly Line[], party: Party, unread: number): string | null {
  const author = party === 'buyer' ? 'buyer' : 'owner'
  const sent = messages.filter(({ from }) => (from === 'buyer') === (party === 'buyer'))
  return sent.slice(0, Math.max(sent.length - unread, 0)).findLast(({ from }) => from === author)?.id ?? null
}
