import { numberText, ratingText } from '#core/format/count.ts'
import { monthYear, replyTimeText } from '#core/format/time.ts'
import { firstSentence } from '#core/text.ts'
import type { ListedStore, Trust } from '#catalog/stores/index.ts'
import { counted } from '#web/framework/format.ts'
import { isAway } from '#catalog/shops/rules/away.ts'
import { Notice } from './badge.tsx'
import { Icon } from './icon.tsx'
import { Timestamp } from './time.tsx'

/** A shop's image or, without an image, the first letter of the shop's name. */
export const Avatar = ({ name, picture, large }: { name: string; picture?: string | null; large?: boolean }) => {
  const className = large ? 'avatar large' : 'avatar'
  const sizePx = large ? 96 : 44
  return picture ? (
    <img class={className} src={picture} width={sizePx} height={sizePx} alt="" loading={large ? undefined : 'lazy'} />
  ) : (
    <span class={className} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  )
}

/** Says that a shop is away, and until when. Renders nothing if the shop is not away. */
export const Away = ({ until, now }: { until: Date | null; now: Date }) =>
  isAway(until, now) ? (
    <Notice means="plainly">
      <strong>
        This shop is away until <Timestamp at={until} />
      </strong>
      <span>You can ask questions at any time, and order or make offers after that date.</span>
    </Notice>
  ) : null

/** A disc in the shop's color, in a corner of its parent element, which clips the disc. Text never overlaps the disc. */
export const Disc = () => (
  <svg class="disc" viewBox="0 0 104 104" aria-hidden="true">
    <path d="M5.8 0A75 75 0 0 0 104 98.2V0z" />
  </svg>
)

/** A shop as a horizontal band in its color. */
export const ShopBand = ({ store }: { store: ListedStore }) => (
  <a class={`band tone-${store.tone}`} href={`${store.url}/`}>
    <Disc />
    <Avatar name={store.name} picture={store.pictureUrl} />
    <span class="title">{store.name}</span>
    <span class="line">{firstSentence(store.about) ?? `By ${store.owner.name}`}</span>
    <span class="small">
      {[`${counted(store.forSale, 'item')} for sale`, store.sold > 0 ? `${numberText(store.sold)} sold` : null, store.location]
        .filter(Boolean)
        .join(' · ')}
    </span>
  </a>
)

export const ShopBands = ({ stores }: { stores: readonly ListedStore[] }) => (
  <ul class="bands">
    {stores.map((store) => (
      <li>
        <ShopBand store={store} />
      </li>
    ))}
  </ul>
)

const HALF_STAR = 'M12 3.5 9.4 8.9l-5.9.8 4.3 4.1-1 5.9 5.2-2.8z'

/** A rating out of five, shown as text and as stars rounded to the nearest half. */
export const Stars = ({ rating }: { rating: number }) => (
  <span class="stars">
    <span class="hidden-text">{ratingText(rating)} of 5</span>
    {[1, 2, 3, 4, 5].map((star) => (
      <Icon name="star" full={star - rating <= 0.25} filled={star - rating <= 0.75 ? HALF_STAR : null} />
    ))}
  </span>
)

type TrustProps = { rating: { average: number; count: number }; trust: Trust; since: Date }

/** Facts about a shop that buyers may rely on, in a single line: reviews, sales, reply time and the shop's age. */
export const TrustLine = ({ rating, trust: { sold, replySeconds }, since }: TrustProps) => (
  <span class="small trust">
    {rating.count > 0 ? (
      <span class="rated">
        <Stars rating={rating.average} /> <span aria-hidden="true">{ratingText(rating.average)}</span> ({counted(rating.count, 'review')})
      </span>
    ) : null}
    {sold > 0 ? <span>{numberText(sold)} sold</span> : null}
    {replySeconds === null ? null : <span>{replyTimeText(replySeconds)}</span>}
    <span>Since {monthYear(since)}</span>
  </span>
)
