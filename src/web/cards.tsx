import type { Context } from '#context.ts'
import { justListed } from '#domain/human-time.ts'
import { firstSentence } from '#domain/text.ts'
import { variantOf } from '#features/market/present.ts'
import type { Card } from '#features/market/service.ts'
import type { ListedStore } from '#features/stores/service.ts'
import { counted, priceText, shippingText } from './words.ts'

type Photo = NonNullable<Card['cover']>

/** A grid of listings; the first row loads at once. */
export const Grid = ({ ctx, cards }: { ctx: Context; cards: readonly Card[] }) => (
  <ul class="grid">
    {cards.map((card, index) => (
      <li>
        <ListingCard ctx={ctx} card={card} eager={index < 6} />
      </li>
    ))}
  </ul>
)

const ListingCard = ({ ctx, card, eager }: { ctx: Context; card: Card; eager: boolean }) => {
  const { listing, cover } = card
  return (
    <a class={`card tone-${listing.shop_tone}`} href={ctx.urls.listing(listing.shop_slug, listing.link!)}>
      <span class="frame">
        {cover ? <Picture ctx={ctx} photo={cover} alt={cover.alt ?? ''} sizes="(max-width: 640px) 48vw, 260px" eager={eager} /> : <Blank />}
        {justListed(listing.published_at!, ctx.now()) ? <span class="flag">Just listed</span> : null}
        <span class="price">{priceText(listing.price_cents!)}</span>
      </span>
      <span class="name">{listing.title}</span>
      <span class="ship">{shippingText(listing.shipping_cents)}</span>
    </a>
  )
}

/** A stored picture in its sizes. Width and height keep its place while it loads. */
export const Picture = ({ ctx, photo, alt, sizes, eager }: { ctx: Context; photo: Photo; alt: string; sizes: string; eager: boolean }) => {
  const shown = variantOf(photo, 'medium')
  const srcset = photo.variants.map((variant) => `${ctx.urls.media(variant.key)} ${variant.width}w`).join(', ')
  return (
    <img
      src={ctx.urls.media(shown.key)}
      srcset={srcset}
      sizes={sizes}
      width={shown.width}
      height={shown.height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}

/** Stands where a picture is missing: a price tag. */
export const Blank = () => (
  <svg class="blank" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.2" aria-hidden="true">
    <path d="M4 4h9l7 7-9 9-7-7z" stroke-linejoin="round" />
    <circle cx="8.5" cy="8.5" r="1.4" />
  </svg>
)

/** Shops as bands of their colour. */
export const ShopBands = ({ ctx, stores }: { ctx: Context; stores: readonly ListedStore[] }) => (
  <ul class="bands">
    {stores.map(({ store, counts }) => (
      <li>
        <a class={`band tone-${store.tone}`} href={`${ctx.urls.shop(store.slug)}/`}>
          <strong>{store.name}</strong>
          <span class="line">{firstSentence(store.about) ?? `By ${store.owner_name}`}</span>
          <span class="small">{[`${counted(counts.for_sale, 'thing')} for sale`, store.location].filter(Boolean).join(' · ')}</span>
        </a>
      </li>
    ))}
  </ul>
)
