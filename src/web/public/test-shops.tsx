import type { Context, Person } from '#platform/context/index.ts'
import { reservedFor } from '#commerce/reservations/index.ts'
import * as market from '#catalog/browse/index.ts'
import { readQuestions } from '#catalog/questions/index.ts'
import { storeRating } from '#catalog/reviews/index.ts'
import { readStore, requireVisibleStore, storeTrust, type Store } from '#catalog/stores/index.ts'
import { sendPage, type Call } from '#web/framework/answer.ts'
import { TEST_PAGES } from '#web/framework/routes.ts'
import { TEST_DATA_PATH } from '#web/framework/test-band.tsx'
import { Button, Form } from '#web/ui/index.ts'
import { sendNotFound } from '#web/framework/page/notices.tsx'
import { page, type PageRequest, type Page } from '#web/framework/page/page.tsx'
import { sendAuthPage } from '#web/framework/page/auth-page.tsx'
import { invitedTo } from '#web/buyer/invitation-item.tsx'
import { hasActiveOffer } from '#web/buyer/offer-form.tsx'
import { ListingPage } from './listing.tsx'
import { ReviewsPage } from './reviews.tsx'
import { parseSearch } from './search-query.ts'
import { othersThan, readReviews, SHELF_PAGE } from './shop-pages.tsx'
import { ShopPage } from './shop.tsx'

/*
 * Pages of a test shop (docs/sandbox.md). They are on the main host, and only their owner can open them, in test mode. Other users cannot
 * tell whether the shop exists.
 */

type Show = (at: PageRequest, slug: string) => Promise<Response>

const testPage = (path: string, name: string, show: Show): Page =>
  page({
    path: `${TEST_PAGES}/:slug${path}`,
    name,
    show: (at) => (at.viewer.testRole === undefined ? sendSwitch(at) : show(at, at.c.req.param('slug')!)),
  })

export const TEST_SHOP_PAGES: readonly Page[] = [
  testPage('', 'test shop', sendShop),
  testPage('/', 'test shop', sendShop),
  testPage('/reviews', 'test reviews', sendReviews),
  testPage('/:link', 'test listing', sendListing),
]

/**
 * Responds to a user who opens a test shop outside test mode. The page offers to switch to test mode, because the user may own the shop.
 */
const sendSwitch = ({ ctx, c, viewer }: PageRequest): Promise<Response> =>
  sendAuthPage(
    ctx,
    c,
    { title: 'Test data', viewer, status: 404 },
    <>
      <p class="lead">
        This address is for test shops. Only a test shop’s owner can see it, and only in test mode. You are viewing the live market now.
      </p>
      <Form action={TEST_DATA_PATH} viewer={viewer} returnTo={c.req.path}>
        <Button kind="dark" name="show" value="buyer" label="Show my test data" />
      </Form>
    </>,
  )

async function sendShop({ ctx, c, viewer }: PageRequest, slug: string): Promise<Response> {
  const query = { ...parseSearch(c), limit: SHELF_PAGE, facets: true, skipsCostlyFacets: true }
  const front = await readStore(ctx, viewer, slug, query)
  const [rating, trust] = await Promise.all([storeRating(ctx, front.store.id), storeTrust(ctx, front.store)])
  return sendPage(ctx, c, <ShopPage ctx={ctx} front={front} rating={rating} trust={trust} query={query} viewer={viewer} />)
}

async function sendReviews({ ctx, c, viewer }: PageRequest, slug: string): Promise<Response> {
  return sendPage(ctx, c, <ReviewsPage ctx={ctx} {...await readReviews(ctx, c, viewer, slug)} viewer={viewer} />)
}

async function sendListing({ ctx, c, viewer }: PageRequest, slug: string): Promise<Response> {
  const { store } = await requireVisibleStore(ctx, viewer, slug)
  const found = await market.readAtLink(ctx, viewer, store.id, c.req.param('link')!)
  return found.kind === 'open' ? sendOpen(ctx, c, viewer, found.detail, store) : sendNotFound(ctx, c)
}

async function sendOpen(ctx: Context, c: Call, viewer: Person, detail: market.Detail, store: Store): Promise<Response> {
  const [others, questions, rating, trust, offered, reserved, invited] = await Promise.all([
    othersThan(ctx, viewer, detail),
    readQuestions(ctx, detail),
    storeRating(ctx, detail.shop.id),
    storeTrust(ctx, store),
    hasActiveOffer(ctx, viewer, detail.id),
    reservedFor(ctx, detail.id),
    invitedTo(ctx, viewer, detail.id),
  ])
  return sendPage(
    ctx,
    c,
    <ListingPage
      ctx={ctx}
      detail={detail}
      questions={questions}
      others={others}
      seller={{ picture: store.pictureUrl, rating, trust, since: store.createdAt, tiers: store.bundleTiers }}
      known={{ viewer, offered, reserved: reserved?.buyerId === viewer.accountId, invited }}
    />,
  )
}
