import type { Operator, Tx, Core } from '#platform/context/index.ts'
import { note } from '#admin/audit/index.ts'
import { conflict, notFound } from '#platform/errors/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import { record } from '#platform/events/index.ts'
import { closedEvent } from './close.ts'
import { presentReportDetail } from './present.ts'
import * as queries from './queries.ts'
import type { ReportDetail } from './queries.ts'
import type { ListReports } from './schema.ts'

/** Lists reports with their listings. The open reports that have waited longest come first. */
export const listReports = (
  ctx: Core,
  _operator: Operator,
  { status, ...page }: ListReports,
): Promise<{ rows: ReportDetail[]; total: number }> => queries.pageOfReports(ctx.db, status, page)

/** Dismisses a report and notifies the reporter. Errors: 404, 409 if the report was already closed. */
export async function dismissReport(tx: Tx, operator: Operator, id: string, reason: string): Promise<ReportDetail> {
  const found = await ifIdOf('rep', id, () => queries.findReport(tx.db, id))
  if (!found) throw notFound('report')
  if (!(await queries.closeReport(tx.db, id, 'dismissed', tx.now()))) throw conflict('This report has already been closed.')
  await note(tx, operator, {
    verb: 'report.dismiss',
    subject: { kind: 'report', id },
    reason,
    before: { status: 'open' },
    after: {
      status: 'closed',
      outcome: 'dismissed',
      ...(found.listing_id === null ? { account: found.owner_id } : { listing: found.listing_id }),
    },
  })
  await record(tx, closedEvent(found, 'dismissed'))
  return (await queries.findReport(tx.db, id))!
}

export type PresentedPhoto = { url: string; smallUrl: string; alt: string | null; isVideo: boolean }

/** Returns all photos and videos of a reported listing in the order in which buyers see them. */
export const readReportedPhotos = async (ctx: Core, _operator: Operator, listingId: string): Promise<PresentedPhoto[]> =>
  (await queries.photosOf(ctx.db, listingId)).map(({ key, small_key, alt, is_video }) => ({
    url: ctx.urls.media(key),
    smallUrl: ctx.urls.media(small_key),
    alt,
    isVideo: is_video,
  }))

const MOST_MESSAGES = 200

/**
 * Returns a report with the histories of the reporter and the reported person. Includes a conversation only if it was reported. Errors:
 * 404.
 */
export async function readReport(ctx: Core, _operator: Operator, id: string): Promise<ReturnType<typeof presentReportDetail>> {
  const row = await ifIdOf('rep', id, () => queries.findReport(ctx.db, id))
  if (!row) throw notFound('report')
  const [messages, reporter, owner] = await Promise.all([
    row.thread_id === null ? [] : queries.messagesOf(ctx.db, row.thread_id, MOST_MESSAGES),
    queries.historyOf(ctx.db, row.account_id),
    queries.historyOf(ctx.db, row.owner_id),
  ])
  return presentReportDetail(ctx, row, { messages, reporter, owner })
}

/** Locks the report that a warning answers. Returns null if the report does not exist. */
export const lockReport = async (tx: Tx, id: string): Promise<{ isOpen: boolean; accountId: string; name: string } | null> => {
  const row = await ifIdOf('rep', id, () => queries.lockReport(tx.db, id))
  return row ? { isOpen: row.status === 'open', accountId: row.owner_id, name: warnedAbout(row) } : null
}

/**
 * Returns a name for the subject of a warning, for the warned user. Does not identify a conversation or an order, because it would reveal
 * the reporter.
 */
const warnedAbout = ({ listing_id, thread_id, order_id, listing_title, shop_name }: ReportDetail): string => {
  if (listing_id !== null) return listing_title ?? 'A listing'
  if (thread_id !== null) return 'A conversation'
  return order_id === null ? shop_name : 'An order'
}
