import type { Context } from '#platform/context/index.ts'
import { isReserved } from '#catalog/listings/rules/reservation.ts'
import * as likes from '#catalog/likes/index.ts'
import * as market from '#catalog/browse/index.ts'
import type { Card } from '#catalog/browse/index.ts'
import * as stores from '#catalog/stores/index.ts'
import { Badge, Button, ButtonLink, Empty, Form, Grid, Pager, Section, ShopBand } from '#web/ui/index.ts'
import { counted } from '#web/framework/format.ts'
import { api, call, page, pageAt, sendAccountPage, type PageRequest, type Outcome, type SentForm } from '#web/framework/page/index.ts'
import { ListedItem, Price } from './item-row.tsx'

const SHOWN = 24
const SUGGESTED = { sort: 'newest', price: 'any', limit: 6, offset: 0 } as const

async function sendLikes(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const { offset, links } = pageAt(c, SHOWN)
  const { rows: cards, total } = await likes.listLikes(ctx, viewer, { limit: SHOWN, offset })
  const suggested = total === 0 ? (await market.search(ctx, viewer, SUGGESTED)).cards : []
  const body =
    total === 0 ? (
      <>
        <Empty icon="heart" title="No likes yet">
          <p>Tap the heart on an item to save it here. This page also tells you when a saved item has been sold.</p>
          <ButtonLink kind="dark" href="/search" label="Browse items" />
        </Empty>
        {suggested.length === 0 ? null : (
          <Section id="new" title="Just listed" className="section">
            <Grid ctx={ctx} cards={suggested} viewer={viewer} returnTo="/you/likes" />
          </Section>
        )}
      </>
    ) : (
      <>
        <ul class="rows">
          {cards.map((card) => (
            <li>
              <LikedItem ctx={ctx} card={card} />
              <Form class="actions" action="/you/likes" viewer={viewer} with={{ listing: card.id }}>
                {card.status === 'live' && card.takesOffers && !isReserved(card, ctx.now()) ? (
                  <ButtonLink small href={`/offer/${card.id}`} label="Make an offer" />
                ) : null}
                <Button small kind="quiet" name="liked" value="false" label="Unlike" about={`: ${card.title ?? ''}`} />
              </Form>
            </li>
          ))}
        </ul>
        <Pager {...links(total)} more="Show more" />
      </>
    )
  return sendAccountPage(at, { current: 'likes', title: 'Likes', ...(total > 0 ? { intro: counted(total, 'item') } : {}), children: body })
}

const LikedItem = ({ ctx, card }: { ctx: Context; card: Card }) => (
  <ListedItem ctx={ctx} card={card}>
    {card.status === 'live' ? (
      <>
        <Price of={card} />
        {isReserved(card, ctx.now()) ? <Badge>Reserved</Badge> : null}
      </>
    ) : (
      <span>
        <Badge>{card.status === 'sold' ? 'Sold' : 'No longer for sale'}</Badge>
      </span>
    )}
  </ListedItem>
)

async function takeLikes({ ctx, viewer }: PageRequest, { fields: { listing = '', liked } }: SentForm): Promise<Outcome> {
  const to = '/you/likes'
  if (liked === 'true') {
    await call(ctx, viewer, api.likeListing, { params: { id: listing } })
    return { to, message: 'Added to your likes.' }
  }
  await call(ctx, viewer, api.unlikeListing, { params: { id: listing } })
  return { to, message: 'Removed from your likes.', undo: { path: to, fields: { listing, liked: 'true' } } }
}

async function sendFollowing(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const { offset, links } = pageAt(c, SHOWN)
  const { rows: followed, total } = await likes.listFollows(ctx, viewer, { limit: SHOWN, offset })
  const shown = total === 0 ? (await stores.listStores(ctx, viewer.tenant, { limit: 5, offset: 0 })).stores : followed
  const newest = (await Promise.all(followed.slice(0, 6).map(({ id }) => market.shelf(ctx, viewer, id, { limit: 4 })))).flat()
  newest.sort((one, other) => Number(other.publishedAt) - Number(one.publishedAt))
  const body = (
    <>
      {total === 0 ? (
        <Empty icon="shop" title="No followed shops yet">
          <p>Follow a shop to see its new listings here first. Some active shops:</p>
        </Empty>
      ) : null}
      {newest.length > 0 ? (
        <Section id="new" title="New from shops you follow" className="section first">
          <Grid ctx={ctx} cards={newest.slice(0, 8)} viewer={viewer} returnTo="/you/following" />
        </Section>
      ) : null}
      <Section id="shops" title={total === 0 ? 'Shops to follow' : 'Shops you follow'} className="section">
        <ul class="bands">
          {shown.map((store) => (
            <li class="stack">
              <ShopBand store={store} />
              <Form action="/you/following" viewer={viewer} with={{ shop: store.slug }}>
                <Button
                  small
                  name="following"
                  value={total === 0 ? 'true' : 'false'}
                  label={total === 0 ? 'Follow' : 'Unfollow'}
                  about={` ${store.name}`}
                />
              </Form>
            </li>
          ))}
        </ul>
        <Pager {...links(total)} more="Show more" />
      </Section>
    </>
  )
  return sendAccountPage(at, { current: 'following', title: 'Following', children: body })
}

async function takeFollowing({ ctx, viewer }: PageRequest, { fields: { shop = '', following } }: SentForm): Promise<Outcome> {
  const to = '/you/following'
  if (following === 'true') {
    await call(ctx, viewer, api.followStore, { params: { slug: shop } })
    return { to, message: 'You now follow the shop.' }
  }
  await call(ctx, viewer, api.unfollowStore, { params: { slug: shop } })
  return { to, message: 'You no longer follow the shop.', undo: { path: to, fields: { shop, following: 'true' } } }
}

export const likesPage = page({ path: '/you/likes', name: 'your likes', form: takeLikes, show: sendLikes })
export const followingPage = page({ path: '/you/following', name: 'your shops', form: takeFollowing, show: sendFollowing })
