import type { Context, Core } from '#platform/context/index.ts'
import { cleanName, quoteName } from '#core/quoted-name.ts'
import { CLOSED_ACCOUNT, CLOSED_SHOP, withoutPerson, type ClosedPerson } from './rules.ts'
import * as queries from './anonymize/queries.ts'
import type { Copy, CopyTable } from './anonymize/queries.ts'

export type Closed = { accountId: string; name: string; shops: { slug: string; name: string; slugNow: string }[]; mailIds: string[] }

const AT_ONCE = 1_000

/**
 * Removes the names and slugs of a closed account from other accounts' data: events, webhook deliveries, approvals, emails and the stored
 * input of helpers. Messages that the account wrote do not change. Idempotent.
 */
export async function anonymizeClosedAccount(ctx: Context, { accountId, name, shops, mailIds }: Closed): Promise<void> {
  await forgetMails(ctx, mailIds)
  const records = await queries.sharedRecords(ctx.db, accountId)
  if (records.length === 0) return
  const bought = new Set(records.filter((one) => one.bought).map(({ id }) => id))
  const others = [...new Set(records.map(({ other }) => other))]
  const ids = records.map(({ id }) => id)

  // an event about an approval contains the id of the approval, not of the record that the approval changes
  for await (const { id } of copiesOf(ctx, 'approvals', others, [...ids])) ids.push(id)
  const calls = new Set([name])
  const eventIds: string[] = []
  for await (const { id, columns } of copiesOf(ctx, 'events', others, ids)) {
    eventIds.push(id)
    for (const called of namesIn(columns[0] ?? '', bought)) calls.add(called)
  }
  const names = [
    ...[...calls].flatMap((called) => formsOf(called).map((form) => [form, CLOSED_ACCOUNT] as const)),
    ...shops.flatMap((shop) => formsOf(shop.name).map((form) => [form, CLOSED_SHOP] as const)),
  ]
  const person = { bought, names, slugs: new Map(shops.map(({ slug, slugNow }) => [slug, slugNow])) }
  for (const table of ['approvals', 'events', 'webhook_deliveries'] as const) await rewrite(ctx, table, others, ids, person)
  const renamed = await queries.renameIn(ctx.db, { eventIds, approvalIds: ids.filter((id) => id.startsWith('apr_')), names })
  await queries.forgetShopsOfMails(ctx.db, [...person.slugs.keys()])
  await forgetMails(ctx, renamed)
  await queries.forgetShown(ctx.db, accountId, ids)
}

/** Returns all forms in which records may contain a name: as the user entered it, after `cleanName`, and as the service quotes it. */
const formsOf = (name: string): string[] =>
  [...new Set([name, cleanName(name), quoteName(name).slice(1, -1)])].filter((form) => form !== '')

async function forgetMails(ctx: Context, ids: readonly string[]): Promise<void> {
  const gone = new Set(ids)
  await ctx.mail.forget?.(({ id }) => gone.has(id))
}

async function rewrite(
  ctx: Core,
  table: CopyTable,
  others: readonly string[],
  ids: readonly string[],
  person: ClosedPerson,
): Promise<void> {
  for await (const { id, columns } of copiesOf(ctx, table, others, ids)) {
    const values = columns.map((text) => text && JSON.stringify(withoutPerson(JSON.parse(text), person)))
    if (values.some((text, index) => text !== columns[index])) await queries.writeCopy(ctx.db, table, id, values)
  }
}

/** If the closed account was the buyer in a stored copy of a record, returns the buyer's names in this copy, which may be former names. */
const namesIn = (text: string, bought: ReadonlySet<string>): string[] =>
  [...text.matchAll(/[a-z]{3}_[0-9a-z]+/g)].some(([id]) => bought.has(id))
    ? [...text.matchAll(/"buyer": ?\{"name": ?("(?:[^"\\]|\\.)*")/g)].map(([, called]) => JSON.parse(called!) as string)
    : []

async function* copiesOf(ctx: Core, table: CopyTable, others: readonly string[], ids: readonly string[]): AsyncGenerator<Copy> {
  for (let after = ''; ;) {
    const page = await queries.pageOfCopies(ctx.db, table, { others, ids, after, limit: AT_ONCE })
    yield* page.filter(({ about }) => about)
    if (page.length < AT_ONCE) return
    after = page.at(-1)!.id
  }
}
