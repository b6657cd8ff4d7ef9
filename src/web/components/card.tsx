import type { Context } from '#platform/context.ts'
import { justListed } from '#domain/human-time.ts'
import { variantOf } from '#market/browse/present.ts'
import type { Card } from '#market/browse/index.ts'
import type { Viewer } from '#web/base/answer.ts'
import { PLACES } from '#web/base/places.ts'
import { priceText, shippingText } from '#web/base/words.ts'
import { RoundButton } from './button.tsx'
import { Form } from './form.tsx'
import { Price } from './price.tsx'

type Photo = NonNullable<Card['cover']>

type GridProps = {
  ctx: Context
  cards: readonly Card[]
  /** Who looks. Not known on a shop's own address: its script asks. */
  viewer?: Viewer | undefined
  /** The path to come back to after a like. */
  here?: string
  /** Where all are new, no card says so. */
  allNew?: boolean
}

/** A grid of listings; the first row loads at once. */
export const Grid = ({ ctx, cards, viewer, here, allNew }: GridProps) => (
  <ul class="grid">
    {cards.map((card, index) => (
      <li class={`card tone-${card.listing.shop_tone}${card.listing.status === 'sold' ? ' gone' : ''}`} id={card.listing.id}>
        <ListingLink ctx={ctx} card={card} eager={index < 6} allNew={allNew === true} />
        <Like ctx={ctx} viewer={viewer} listing={card.listing} liked={card.liked} here={`${here ?? '/'}#${card.listing.id}`} />
      </li>
    ))}
  </ul>
)

type LinkProps = {
  ctx: Context
  card: Card
  eager: boolean
  allNew: boolean
  /** In a frame of another site, which is not left by it. */
  newTab?: boolean
}

/** A listing as a card shows it, which leads to its page. */
export const ListingLink = ({ ctx, card: { listing, cover }, eager, allNew, newTab }: LinkProps) => (
  <a href={ctx.urls.listing(listing.shop_slug, listing.link!, listing.world)} {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}>
    <span class="frame">
      {cover ? <Picture ctx={ctx} photo={cover} alt={cover.alt ?? ''} sizes="(max-width: 640px) 48vw, 260px" eager={eager} /> : <Blank />}
      {listing.status === 'sold' ? (
        <span class="flag">Sold</span>
      ) : !allNew && justListed(listing.published_at!, ctx.now()) ? (
        <span class="flag">Just listed</span>
      ) : null}
      <Price cents={listing.price_cents!} />
    </span>
    <span class="name">{listing.title}</span>
    <span class="facts">
      {shippingText(listing.shipping_cents)}
      {listing.shipping_cents ? (
        <>
          {', '}
          <span class="whole">{priceText(listing.price_cents! + listing.shipping_cents)} in all</span>
        </>
      ) : null}
    </span>
  </a>
)

type LikeProps = {
  ctx: Context
  viewer: Viewer | undefined
  listing: { id: string; title: string | null }
  liked: boolean
  here: string
  /** How it looks: on a card, unless told. */
  class?: string
}

/**
 * The heart, a form for everybody. On the main address it carries the session's token. A shop's page is the same for all and carries none: its
 * form goes to the main address, where the session is, and comes back.
 */
export const Like = ({ ctx, viewer, listing, liked, here, class: look = 'like' }: LikeProps) => (
  <Form
    action={`${viewer?.kind === 'session' ? '' : ctx.config.publicUrl}${PLACES.like(listing.id)}`}
    viewer={viewer}
    returnTo={here}
    island="tap"
  >
    <RoundButton
      class={look}
      icon="heart"
      label={`Like ${listing.title ?? 'this'}`}
      pressed={liked}
      name="liked"
      value={liked ? 'false' : 'true'}
    />
  </Form>
)

type PictureProps = { ctx: Context; photo: Photo; alt: string; sizes: string; eager: boolean }

/** A stored picture in its sizes. Width and height keep its place while it loads. */
export const Picture = ({ ctx, photo, alt, sizes, eager }: PictureProps) => {
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

/** The boxes of cards that are still being fetched, in the very places of the cards. */
export const SkeletonGrid = ({ count = 4 }: { count?: number }) => (
  <ul class="grid" aria-hidden="true">
    {Array.from({ length: count }, () => (
      <li class="card">
        <span class="skeleton card-box" />
        <span class="skeleton line-box" />
        <span class="skeleton line-box short" />
      </li>
    ))}
  </ul>
)
