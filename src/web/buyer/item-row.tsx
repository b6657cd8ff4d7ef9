import type { Child } from '#web/framework/jsx/index.ts'
import type { Context } from '#platform/context/index.ts'
import { shippingText } from '#core/shipping.ts'
import type { Card } from '#catalog/browse/index.ts'
import { priceText } from '#web/framework/format.ts'
import { Blank, Picture } from '#web/ui/card.tsx'

type ItemRowProps = { title: string; href: string | null; picture: Child; shop?: string; children?: Child }

/** One item as a row: photo, name and details. */
export const ItemSummary = ({ title, href, picture, shop, children }: ItemRowProps) => (
  <div class="thing">
    <span class="thumb">{picture ?? <Blank />}</span>
    <div class="stack tight">
      {href ? (
        <a class="title" href={href}>
          {title}
        </a>
      ) : (
        <span class="title">{title}</span>
      )}
      {shop ? <span class="small quiet">{shop}</span> : null}
      {children}
    </div>
  </div>
)

/** A marketplace listing as an item row. */
export const ListedItem = ({ ctx, card, children }: { ctx: Context; card: Card; children?: Child }) => (
  <ItemSummary title={card.title ?? 'A listing'} href={hrefOf(card)} picture={thumbOf(ctx, card.cover)} shop={card.shop.name}>
    {children}
  </ItemSummary>
)

/** The price and the shipping of a listing. */
export const Price = ({ of: { priceCents, shipping }, small }: { of: Card; small?: boolean }) =>
  priceCents === null ? null : (
    <span class={small ? 'small' : undefined}>
      <strong class="number">{priceText(priceCents)}</strong> · {shippingText(shipping)}
    </span>
  )

/** Returns the cover photo of a listing as a thumbnail. Its alt text is empty, because the name is next to it. */
export const thumbOf = (ctx: Context, cover: Card['cover'] | undefined): Child =>
  cover ? <Picture ctx={ctx} picture={cover} alt="" sizes="96px" eager /> : null

/** Returns the stored photo of an order as a thumbnail. */
export const thumbAt = (url: string | null): Child => (url ? <img src={url} width={96} height={120} alt="" /> : null)

/** Returns the current URL of a listing, or null if the listing does not exist or is a draft. */
export const hrefOf = (card: Card | undefined): string | null => (card && card.status !== 'draft' ? card.url : null)
