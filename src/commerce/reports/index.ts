import type { Context, Person, Tx } from '#platform/context/index.ts'
import { quoteName, quoteText } from '#core/quoted-name.ts'
import { openPersonReport, type PersonSubject, type ReportRow } from '#catalog/reports/index.ts'
import { subjectOf as blockSubjectOf } from '#commerce/blocks/index.ts'
import { readForVerb } from '#commerce/orders/access.ts'
import { conflict } from '#platform/errors/index.ts'
import type { ReportPerson } from './schema.ts'

/** Target of a report: a conversation, an order, or a shop (by its slug). */
export type Target = { thread: string } | { order: string } | { store: string }

/**
 * Reports the other party to a conversation or an order, or the owner of a shop. If the account already has an open report about this
 * target, returns that report. Errors: 403, 404, 409 for the actor's own shop, 429 after twenty reports in a day.
 */
export async function reportPerson(
  tx: Tx,
  actor: Person,
  target: Target,
  input: ReportPerson,
): Promise<{ row: ReportRow; isNew: boolean; slug: string | null }> {
  const { slug, ...subject } = await subjectOf(tx, actor, target)
  return { ...(await openPersonReport(tx, actor, subject, input)), slug }
}

/** Describes a report that needs approval. Errors: those of `reportPerson`. */
export async function describeReport(ctx: Context, actor: Person, target: Target, { reason, body }: ReportPerson): Promise<string> {
  const { name, kind } = await subjectOf(ctx, actor, target)
  return `Report ${quoteName(name)} (${kind}) as ${reason}: ${quoteText(body ?? '')}`
}

/** Returns the name of the person or shop that the user can report on a page. Errors: those of `reportPerson`. */
export const readTarget = async (ctx: Context, actor: Person, target: Target): Promise<{ name: string }> => ({
  name: (await subjectOf(ctx, actor, target)).name,
})

async function subjectOf(ctx: Context, actor: Person, target: Target): Promise<PersonSubject & { name: string; slug: string | null }> {
  if ('order' in target) {
    const { row, party } = await readForVerb(ctx, actor, target.order)
    const [accusedId, name] = party === 'buyer' ? [row.seller_id, row.shop_name] : [row.buyer_id, row.buyer_name]
    return { kind: 'order', id: row.id, accusedId, name, slug: null }
  }
  const { accountId, name, threadId, shop } = await blockSubjectOf(ctx, actor, target)
  if (accountId === actor.accountId) throw conflict('This is your own shop. You cannot report yourself.')
  return threadId === null
    ? { kind: 'shop', id: shop!.id!, accusedId: accountId, name, slug: shop!.slug }
    : { kind: 'thread', id: threadId, accusedId: accountId, name, slug: null }
}
