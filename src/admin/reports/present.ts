import type { Core } from '#platform/context/index.ts'
import { dollarsOrNull } from '#core/money.ts'
import type { History, ReportDetail, ReportedMessage } from './queries.ts'

/** Returns the subject of a report, for the reporter and the operator. */
export function aboutOf({ listing_id, thread_id, order_id, listing_title, shop_name }: ReportDetail): string {
  if (listing_id !== null) return listing_title ?? 'A listing'
  if (thread_id !== null) return `Conversation about ${listing_title ?? shop_name}`
  return order_id === null ? `Shop ${shop_name}` : `Order of ${listing_title}`
}

export const presentOperatorReport = (ctx: Core, row: ReportDetail) => ({
  object: 'report' as const,
  id: row.id,
  about: aboutOf(row),
  reason: row.reason,
  body: row.body,
  status: row.status,
  outcome: row.outcome,
  reporter: { id: row.account_id, name: row.reporter_name },
  listing: listingOf(ctx, row),
  thread: row.thread_id,
  order: row.order_id,
  shop: { id: row.about_shop, slug: row.shop_slug, name: row.shop_name },
  owner: { id: row.owner_id, name: row.owner_name },
  owner_has_shop: row.owner_has_shop,
  open_about_it: row.open_about_it,
  created_at: row.created_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
})

const listingOf = (ctx: Core, row: ReportDetail) =>
  row.listing_id === null || row.listing_status === null
    ? null
    : {
        id: row.listing_id,
        title: row.listing_title,
        status: row.listing_status,
        hidden: row.listing_hidden === true,
        price: dollarsOrNull(row.price_cents),
        photo: row.cover && ctx.urls.media(row.cover),
        url: row.listing_link && ctx.urls.listing(row.shop_slug, row.listing_link),
      }

export type ReportContext = { messages: readonly ReportedMessage[]; reporter: History; owner: History }

/** Builds the API view of one report, with the reported conversation and the histories of the reporter and the reported person. */
export const presentReportDetail = (ctx: Core, row: ReportDetail, { messages, reporter, owner }: ReportContext) => ({
  ...presentOperatorReport(ctx, row),
  messages: messages.map(({ id, sender, text, photo_count, created_at }) => ({
    from: sender,
    text,
    photos: Array.from({ length: photo_count }, (_, index) => ctx.urls.messagePhoto(row.thread_id!, id, index + 1)),
    created_at: created_at.toISOString(),
  })),
  history: { reporter: presentHistory(reporter), owner: presentHistory(owner) },
})

const presentHistory = ({ sent, sent_upheld, received, received_upheld, warnings, actions }: History) => ({
  sent,
  sent_upheld,
  received,
  received_upheld,
  warnings,
  actions,
})
