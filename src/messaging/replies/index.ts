import type { Core, Person, Tx } from '#platform/context/index.ts'
import type { Paged, Part } from '#platform/db/paginate.ts'
import { conflict, invalid, notFound } from '#platform/errors/index.ts'
import { MOST_REPLIES, unknownPlaceholder } from './rules.ts'
import * as queries from './queries.ts'
import type { ReplyRow } from './queries.ts'
import type { ChangeReply, CreateReply } from './schema.ts'

export { presentReply } from './present.ts'
export { MOST_REPLIES } from './rules.ts'

/** Lists the account's saved replies by title. */
export async function listReplies(ctx: Core, actor: Person, { limit, offset }: Part): Promise<Paged<ReplyRow>> {
  const all = await queries.repliesOf(ctx.db, actor.accountId)
  return { rows: all.slice(offset, offset + limit), total: all.length }
}

/** Returns the account's saved reply with this id. Errors: 404, also for other accounts' replies. */
export async function readReply(ctx: Core, actor: Person, id: string): Promise<ReplyRow> {
  return (await queries.findReply(ctx.db, actor.accountId, id)) ?? missing()
}

/** Saves a reply. Errors: 400 `body` for an unknown placeholder, 409 at the maximum number of replies. */
export async function createReply(tx: Tx, actor: Person, input: CreateReply): Promise<ReplyRow> {
  requirePlaceholders(input.body)
  await queries.lockAccount(tx.db, actor.accountId)
  if ((await queries.countReplies(tx.db, actor.accountId)) >= MOST_REPLIES)
    throw conflict(`You have ${MOST_REPLIES} saved replies, the maximum. Delete one first.`)
  const now = tx.now()
  return queries.insertReply(tx.db, { id: tx.newId('rpl'), account_id: actor.accountId, ...input, created_at: now, updated_at: now })
}

/** Changes a saved reply. Messages that were already sent do not change. Errors: 400 `body` for an unknown placeholder, 404. */
export async function changeReply(tx: Tx, actor: Person, id: string, change: ChangeReply): Promise<ReplyRow> {
  requirePlaceholders(change.body ?? '')
  return (await queries.updateReply(tx.db, actor.accountId, id, { ...change, updated_at: tx.now() })) ?? missing()
}

/** Deletes a saved reply. Errors: 404, also for other accounts' replies. */
export async function deleteReply(tx: Tx, actor: Person, id: string): Promise<void> {
  if (!(await queries.deleteReply(tx.db, actor.accountId, id))) missing()
}

function requirePlaceholders(body: string): void {
  const unknown = unknownPlaceholder(body)
  if (unknown !== null) throw invalid('body', `body has the unknown placeholder ${unknown}. Use {name}, {item} or {price}.`)
}

function missing(): never {
  throw notFound('saved reply')
}
