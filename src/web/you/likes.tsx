import type { Context } from '#platform/context.ts'
import * as likes from '#market/likes/index.ts'
import * as market from '#market/browse/index.ts'
import type { Card } from '#market/browse/index.ts'
import * as stores from '#market/stores/index.ts'
import { Badge, Empty } from '#web/components/badge.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Grid } from '#web/components/card.tsx'
import { Form } from '#web/components/form.tsx'
import { ShopBand } from '#web/components/shop.tsx'
import { Pager } from '#web/components/tabs.tsx'
import { counted, priceText, shippingText } from '#web/words.ts'
import { goSaying } from './flash.ts'
import { sendYours } from './frame.tsx'
import type { Shown, Taken } from './mount.ts'
import { pageAt } from './pages.ts'
import { Thing, placeOf, thumbOf } from './thing.tsx'

const SHOWN = 24
const SUGGESTED = { sort: 'newest', price: 'any', limit: 6, offset: 0 } as const

/** The things one likes, sold ones marked as such; a heart takes a like back at once, with undo. */
export const sendLikes =
  (ctx: Context): Shown =>
  async (c, viewer) => {
    const { offset, links } = pageAt(c, SHOWN)
    const { cards, total } = await likes.listLikes(ctx, viewer, { limit: SHOWN, offset })
    const suggested = total === 0 ? (await market.search(ctx, viewer, SUGGESTED)).cards : []
    const body =
      total === 0 ? (
        <>
          <Empty icon="heart" title="Nothing liked yet">
            <p>Tap the heart on anything, and it is kept here. You see at once when it is sold.</p>
            <ButtonLink kind="dark" href="/search">
              Look around
            </ButtonLink>
          </Empty>
          {suggested.length === 0 ? null : (
            <section class="section" aria-labelledby="new">
              <h2 id="new">Just listed</h2>
              <Grid ctx={ctx} cards={suggested} viewer={viewer} here="/you/likes" />
            </section>
          )}
        </>
      ) : (
        <>
          <ul class="rows likes-list">
            {cards.map((card) => (
              <li>
                <LikedThing ctx={ctx} card={card} />
                <Form class="actions" action="/you/likes" viewer={viewer}>
                  <input type="hidden" name="listing" value={card.listing.id} />
                  {card.listing.status === 'live' && card.listing.take_offers ? (
                    <ButtonLink small href={`/offer/${card.listing.id}`}>
                      Make an offer
                    </ButtonLink>
                  ) : null}
                  <Button small kind="quiet" name="liked" value="false">
                    No longer like it
                    <span class="hidden-text">: {card.listing.title}</span>
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
          <Pager {...links(total)} more="Show more" />
        </>
      )
    return sendYours(ctx, c, viewer, { current: 'likes', title: 'Likes', ...(total > 0 ? { intro: counted(total, 'thing') } : {}) }, body)
  }

const LikedThing = ({ ctx, card }: { ctx: Context; card: Card }) => (
  <Thing
    title={card.listing.title ?? 'A listing'}
    href={placeOf(ctx, card)}
    picture={thumbOf(ctx, card.cover)}
    shop={card.listing.shop_name}
  >
    {card.listing.status === 'live' && card.listing.price_cents !== null ? (
      <span>
        <strong class="number">{priceText(card.listing.price_cents)}</strong> · {shippingText(card.listing.shipping_cents)}
      </span>
    ) : (
      <span>
        <Badge>{card.listing.status === 'sold' ? 'Sold' : 'No longer for sale'}</Badge>
      </span>
    )}
  </Thing>
)

export const takeLikes =
  (ctx: Context): Taken =>
  async (c, viewer, { listing = '', liked }) => {
    if (liked === 'true') {
      await likes.like(ctx, viewer, listing)
      return goSaying(ctx, c, '/you/likes', { says: 'You like it again.' })
    }
    await likes.unlike(ctx, viewer, listing)
    return goSaying(ctx, c, '/you/likes', {
      says: 'No longer liked.',
      undo: { path: '/you/likes', fields: { listing, liked: 'true' } },
    })
  }

/** The shops one follows, with what is new in them. */
export const sendFollowing =
  (ctx: Context): Shown =>
  async (c, viewer) => {
    const { offset, links } = pageAt(c, SHOWN)
    const { stores: followed, total } = await likes.listFollows(ctx, viewer, { limit: SHOWN, offset })
    const shown = total === 0 ? (await stores.listStores(ctx, { limit: 5, offset: 0 })).stores : followed
    const newest = (await Promise.all(followed.slice(0, 6).map(({ store }) => market.shelf(ctx, viewer, store.id, { limit: 4 })))).flat()
    newest.sort((one, other) => Number(other.listing.published_at) - Number(one.listing.published_at))
    const body = (
      <>
        {total === 0 ? (
          <Empty icon="shop" title="You follow no shop yet">
            <p>Follow a shop, and what it lists shows here first. These are busy now:</p>
          </Empty>
        ) : null}
        {newest.length > 0 ? (
          <section class="section first" aria-labelledby="new">
            <h2 id="new">New from them</h2>
            <Grid ctx={ctx} cards={newest.slice(0, 8)} viewer={viewer} here="/you/following" />
          </section>
        ) : null}
        <section class="section" aria-labelledby="shops">
          <h2 id="shops">{total === 0 ? 'Shops to follow' : 'Shops you follow'}</h2>
          <ul class="bands">
            {shown.map((one) => (
              <li class="stack">
                <ShopBand ctx={ctx} store={one} />
                <Form action="/you/following" viewer={viewer}>
                  <input type="hidden" name="shop" value={one.store.slug} />
                  <Button small name="following" value={total === 0 ? 'true' : 'false'}>
                    {total === 0 ? 'Follow' : 'Stop following'}
                    <span class="hidden-text"> {one.store.name}</span>
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
          <Pager {...links(total)} more="Show more" />
        </section>
      </>
    )
    return sendYours(ctx, c, viewer, { current: 'following', title: 'Following' }, body)
  }

export const takeFollowing =
  (ctx: Context): Taken =>
  async (c, viewer, { shop = '', following }) => {
    if (following === 'true') {
      await likes.follow(ctx, viewer, shop)
      return goSaying(ctx, c, '/you/following', { says: 'You follow the shop.' })
    }
    await likes.unfollow(ctx, viewer, shop)
    return goSaying(ctx, c, '/you/following', {
      says: 'You no longer follow the shop.',
      undo: { path: '/you/following', fields: { shop, following: 'true' } },
    })
  }
