import type { Context, Core } from '#platform/context/index.ts'
import { justListed } from '#core/format/relative-time.ts'
import { shippingText } from '#core/shipping.ts'
import { isReserved } from '#catalog/listings/rules/reservation.ts'
import { CONDITION_LABELS } from '#catalog/browse/rules/facets/index.ts'
import { variantOf } from '#catalog/browse/index.ts'
import type { Card, Picture as StoredPicture } from '#catalog/browse/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { priceText } from '#web/framework/format.ts'
import { RoundButton } from './button.tsx'
import { Form } from './form.tsx'
import { Price, WasPrice } from './price.tsx'

type GridProps = {
  ctx: Context
  cards: readonly Card[]
  /** The viewer. Undefined on a shop's host, where a script fetches the viewer's data. */
  viewer?: Viewer | undefined
  returnTo?: string
  /** True for a grid below the first screen. The grid's images are then loaded lazily. */
  below?: boolean
}

/**
 * A grid of listings. The first two images load eagerly, because they form the first row on a phone, and the first of them is often the
 * largest image on the page.
 */
export const Grid = ({ ctx, cards, viewer, returnTo, below = false }: GridProps) => {
  const marked = markedNew(ctx, cards)
  return (
    <ul class="grid">
      {cards.map((card, index) => (
        <li class={`card tone-${card.shop.tone}${card.status === 'sold' ? ' gone' : ''}`} id={card.id}>
          <ListingLink ctx={ctx} card={card} eager={!below && index < 2} first={!below && index === 0} marked={marked.has(card)} />
          <Like ctx={ctx} viewer={viewer} listing={card} liked={card.liked} returnTo={`${returnTo ?? '/'}#${card.id}`} />
        </li>
      ))}
    </ul>
  )
}

/** Returns the cards to mark as "Just listed". If most cards are new, returns none, because the label would then be meaningless. */
export function markedNew(ctx: Core, cards: readonly Card[]): ReadonlySet<Card> {
  const recent = cards.filter(({ publishedAt }) => justListed(publishedAt!, ctx.now()))
  return new Set(recent.length * 2 > cards.length ? [] : recent)
}

type LinkProps = {
  ctx: Context
  card: Card
  eager: boolean
  first?: boolean
  marked: boolean
  newTab?: boolean
}

/** A listing as a card that links to its page. */
export const ListingLink = ({ ctx, card, eager, first = false, marked, newTab }: LinkProps) => (
  <a href={card.url!} {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}>
    <span class="frame">
      {card.cover ? (
        <Picture
          ctx={ctx}
          picture={card.cover}
          alt={card.cover.alt ?? ''}
          sizes="(max-width: 640px) 48vw, 260px"
          eager={eager}
          first={first}
        />
      ) : (
        <Blank />
      )}
      {card.status === 'sold' ? (
        <span class="flag">Sold</span>
      ) : isReserved(card, ctx.now()) ? (
        <span class="flag">Reserved</span>
      ) : marked ? (
        <span class="flag">Just listed</span>
      ) : null}
      <Price cents={card.priceCents!} />
    </span>
    <span class="name">{card.title}</span>
    <WasPrice cents={card.wasCents} class="facts" />
    <FacetLine card={card} />
    <span class="facts">
      {shippingText(card.shipping)}
      {card.shipping.kind === 'sent' ? (
        <>
          {', '}
          <span class="whole">{priceText(card.priceCents! + card.shipping.cents)} total</span>
        </>
      ) : null}
    </span>
  </a>
)

const FacetLine = ({ card }: { card: Card }) => {
  const { size, condition } = card.facets
  const facts = [size, condition && CONDITION_LABELS[condition]].filter((fact) => fact !== null)
  return facts.length === 0 ? null : <span class="facts">{facts.join(' · ')}</span>
}

type LikeProps = {
  ctx: Context
  viewer: Viewer | undefined
  listing: { id: string; title: string | null }
  liked: boolean
  returnTo: string
  class?: string
}

/**
 * The like button, as a form. A shop's page is public and has no form token, so the form posts to the main host, which redirects back to
 * the shop.
 */
export const Like = ({ ctx, viewer, listing, liked, returnTo, class: className = 'like' }: LikeProps) => (
  <Form
    action={`${viewer?.kind === 'session' ? '' : ctx.config.publicUrl}${ROUTES.like(listing.id)}`}
    viewer={viewer}
    returnTo={returnTo}
    island="tap"
  >
    <RoundButton
      class={className}
      icon="heart"
      label={`Like ${listing.title ?? 'this'}`}
      pressed={liked}
      name="liked"
      value={liked ? 'false' : 'true'}
    />
  </Form>
)

/** `first`: true for the largest image of the page, which is fetched with high priority and decoded synchronously. */
type PictureProps = { ctx: Context; picture: StoredPicture; alt: string; sizes: string; eager: boolean; first?: boolean }

/** A stored image in several sizes. Width and height reserve space while it loads. */
export const Picture = ({ ctx, picture, alt, sizes, eager, first = false }: PictureProps) => {
  const shown = variantOf(picture, 'medium')
  const srcset = picture.variants.map((variant) => `${ctx.urls.media(variant.key)} ${variant.width}w`).join(', ')
  return (
    <img
      src={ctx.urls.media(shown.key)}
      srcset={srcset}
      sizes={sizes}
      width={shown.width}
      height={shown.height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchpriority={first ? 'high' : undefined}
      decoding={first ? 'sync' : 'async'}
    />
  )
}

/** Placeholder for a missing image, in the shape of a price tag. */
export const Blank = () => (
  <svg class="blank" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.2" aria-hidden="true">
    <path d="M4 4h9l7 7-9 9-7-7z" stroke-linejoin="round" />
    <circle cx="8.5" cy="8.5" r="1.4" />
  </svg>
)

/** Placeholders for cards that are still loading, in the same layout. */
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
