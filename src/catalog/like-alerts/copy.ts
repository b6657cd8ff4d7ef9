import type { Context } from '#platform/context/index.ts'
import { counted } from '#core/format/count.ts'
import { priceText } from '#core/format/money.ts'
import { named, type MailCopy } from '#messaging/notifications/index.ts'
import type { LikeAlert } from './rules.ts'
import type { AlertRow } from './queries.ts'

/** Maximum number of items in one digest. The remaining items follow the next day. */
export const ITEMS_SHOWN = 30

export type AlertItem = Pick<AlertRow, 'title' | 'link' | 'shopSlug' | 'priceCents' | 'baselineCents'>

const SUBJECTS: Readonly<Record<LikeAlert, string>> = {
  price_drop: 'Price drop',
  liked_sold: 'Sold',
  liked_back: 'Back for sale',
}

const INTROS: Readonly<Record<LikeAlert, (count: number) => string>> = {
  price_drop: (count) => `${counted(count, 'item that you like costs', 'items that you like cost')} less now.`,
  liked_sold: (count) => `${counted(count, 'item that you like was', 'items that you like were')} sold.`,
  liked_back: (count) => `${counted(count, 'item that you like is', 'items that you like are')} for sale again.`,
}

/** Returns the content of a digest email. If all items are from the same shop, the email has the shop's color. */
export function digestCopy({ urls }: Pick<Context, 'urls'>, kind: LikeAlert, items: readonly AlertItem[]): MailCopy {
  const [first] = items
  const others = items.length - 1
  const shops = new Set(items.map(({ shopSlug }) => shopSlug))
  const more = others === 0 ? '' : ` and ${counted(others, 'more item')}`
  const price = kind === 'price_drop' && others === 0 ? ` is now ${priceText(first!.priceCents!)}` : ''
  return {
    subject: `${SUBJECTS[kind]}: ${named(first!.title)}${more}${price}`,
    lines: [
      INTROS[kind](items.length),
      items.map((item) => `- ${named(item.title)}${priceNote(kind, item)}\n  ${urls.listing(item.shopSlug, item.link)}`).join('\n'),
    ],
    link: urls.likes(),
    ...(shops.size === 1 ? { shop: first!.shopSlug } : {}),
  }
}

function priceNote(kind: LikeAlert, { priceCents, baselineCents }: AlertItem): string {
  if (kind === 'liked_sold') return ''
  const now = `, ${priceText(priceCents!)}`
  return kind === 'price_drop' ? `${now} (was ${priceText(baselineCents!)})` : now
}
