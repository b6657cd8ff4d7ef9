import { send, type Reply } from '#test/app.ts'

export type Race = { port: number; listings: readonly string[]; keys: readonly string[] }

/** Result of a race: the number of responses per status, and the successful orders for each listing. */
export type RaceResult = { statuses: Record<number, number>; winners: Map<string, { key: string; order: string }[]> }

/** For each listing in turn, sends an order from every buyer concurrently. */
export async function raceForEach({ port, listings, keys }: Race): Promise<RaceResult> {
  const result: RaceResult = { statuses: {}, winners: new Map() }
  for (const listing of listings) {
    const replies = await Promise.all(keys.map((key) => send(port, 'POST', '/v1/orders', { key, json: { listing } })))
    for (const { status } of replies) result.statuses[status] = (result.statuses[status] ?? 0) + 1
    result.winners.set(
      listing,
      replies.flatMap((reply: Reply, index) => (reply.status === 201 ? [{ key: keys[index]!, order: reply.body.id as string }] : [])),
    )
  }
  return result
}
