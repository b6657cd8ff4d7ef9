import { inTransaction } from '#platform/context/index.ts'
import { hashPassword, openAccount } from '#identity/accounts/index.ts'
import type { Reply, TestApp } from '#test/app.ts'

/** One of many concurrent users: an account with a key and a session. */
export type Member = { id: string; key: string; email: string; cookie: string }

export type Rush = { name: string; statuses: Record<number, number>; p50: number; p99: number; replies: Reply[] }

const PASSWORD = 'a long enough password'
let made = 0

/** Creates accounts with the sign-up function instead of the API, so that the slow password hash is computed only once. */
export async function crowdOf(app: TestApp, size: number): Promise<Member[]> {
  const { ctx } = app.service
  const passwordHash = await hashPassword(ctx, PASSWORD)
  const members: Member[] = []
  for (let n = 0; n < size; n++) {
    const email = `crowd${++made}@example.test`
    const { account, key } = await inTransaction(ctx, (tx) => openAccount(tx, { name: `Crowd ${made}`, email, passwordHash }))
    const session = await app.call('POST', '/v1/sessions', { json: { email, password: PASSWORD } })
    members.push({ id: account.id, key: key.secret, email, cookie: session.headers['set-cookie']!.split(';')[0]! })
  }
  return members
}

/** Sends all calls concurrently. Counts a broken connection as status 0. */
export async function rush(name: string, calls: readonly (() => Promise<Reply>)[]): Promise<Rush> {
  const times: number[] = []
  const replies = await Promise.all(
    calls.map(async (call) => {
      const startedAt = performance.now()
      const reply = await call().catch((error: Error): Reply => ({ ...BROKEN, body: error.message }))
      times.push(performance.now() - startedAt)
      return reply
    }),
  )
  const statuses: Record<number, number> = {}
  for (const { status } of replies) statuses[status] = (statuses[status] ?? 0) + 1
  times.sort((a, b) => a - b)
  const at = (part: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))]!)
  return { name, statuses, p50: at(0.5), p99: at(0.99), replies }
}

const BROKEN: Reply = { status: 0, headers: {}, body: '', bytes: Buffer.alloc(0) }

/** Returns the number of responses with a 2xx or 3xx status. */
export const done = ({ replies }: Rush): number => replies.filter(({ status }) => status >= 200 && status < 400).length

/** Returns a description of each broken connection and 5xx response. */
export const broken = ({ name, statuses, replies }: Rush): string[] => {
  const bad = replies.filter(({ status }) => status === 0 || status >= 500)
  return bad.length === 0 ? [] : [`${name}: ${JSON.stringify(statuses)} ${JSON.stringify(bad[0]!.body).slice(0, 200)}`]
}

/** Summarizes the results of many concurrent calls in one line. */
export const line = ({ name, statuses, p50, p99 }: Rush): string =>
  `${name.padEnd(44)} ${Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
    .padEnd(34)} p50 ${p50} ms, p99 ${p99} ms`
