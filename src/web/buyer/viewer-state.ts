import type { Context, Person, Core } from '#platform/context/index.ts'
import * as market from '#catalog/browse/index.ts'
import * as likes from '#catalog/likes/index.ts'
import * as stores from '#catalog/stores/index.ts'
import { readTasks } from '#commerce/inbox/index.ts'
import { reservedFor } from '#commerce/reservations/index.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import type { App } from '#platform/http/mount.ts'
import { answerPages } from '#web/framework/page/cors.ts'
import { anonymousCaller, type Call } from '#web/framework/answer.ts'
import { originOfOurs } from '#web/framework/hosts.ts'
import { viewerOf } from '#web/framework/session.ts'
import { badgesOf } from '#web/ui/tasks/badges.ts'
import { bagOf } from './bag-cookie.ts'
import { invitedTo } from './invitation-item.tsx'
import { hasActiveOffer } from './offer-form.tsx'

/**
 * Audience for a part of a public page (`data-for`). `stranger` is an anonymous user, and `person` is a signed-in user. In addition, a
 * signed-in user is the operator, the shop's owner or a different user, and may have an open offer, an invitation or a reservation for the
 * listing.
 */
type Part = 'stranger' | 'person' | 'operator' | 'owner' | 'other' | 'offered' | 'unoffered' | 'invited' | 'reserved' | 'unreserved'

/** The viewer of a public page, with the viewer's private state for that page. */
export type ViewerState = {
  is: Part[]
  follows: boolean
  liked: string[]
  /** The open invitation to buy the requested listing: the price as formatted text, and the expiry time (ISO 8601). */
  invited?: { price: string; until: string }
  /** Counts in the header: open tasks, and items in the bag for this shop. */
  waiting: { you: number; sell: number; bag: number }
}

const ANONYMOUS: Omit<ViewerState, 'waiting'> = { is: ['stranger'], follows: false, liked: [] }

/** Maximum number of listings per request: somewhat more than a shop's front page shows. */
const MOST_LISTINGS = 120

/**
 * `GET /you/here?listing=&front=&of=lst_…,lst_…`: returns the viewer's state to scripts on our pages, on any of our hosts. `front` marks a
 * request from a shop's front page.
 */
export const mountViewerState = (app: App, ctx: Context): unknown =>
  app.get(
    '/you/here',
    answerPages(ctx, 'here', (c) => sendViewerState(ctx, c)),
  )

async function sendViewerState(ctx: Context, c: Call): Promise<Response> {
  const slug = requestingShop(ctx, c)
  const listings = (c.req.query('of') ?? '').split(',').filter((id) => id !== '')
  if (listings.length > MOST_LISTINGS) throw invalid('of', `of must have at most ${MOST_LISTINGS} ids.`)
  const viewer = await viewerOf(ctx, c)
  // only views of shop pages are anonymous and must be attributed, because on the main host the session identifies the viewer
  if (viewer.kind !== 'anonymous' && slug !== null) await nameVisitor(ctx, c, viewer, slug)
  const bag = slug === null ? 0 : bagOf(ctx, c, slug).length
  if (viewer.kind === 'anonymous') return c.json({ ...ANONYMOUS, waiting: { you: 0, sell: 0, bag } } satisfies ViewerState)
  return c.json(await viewerStateOf(ctx, viewer, { slug, listings, listing: c.req.query('listing'), bag }))
}

/** Attributes an anonymous page view to the signed-in user (spec: completions 4, Views). */
async function nameVisitor(ctx: Context, c: Call, viewer: Person, slug: string): Promise<void> {
  const { listing, front } = c.req.query()
  if (listing !== undefined) await market.nameVisitor(ctx, anonymousCaller(c), viewer, listing)
  else if (front !== undefined) await stores.nameVisitor(ctx, anonymousCaller(c), viewer, slug)
}

/**
 * If a shop's page sent the request, returns the shop's slug. Returns null for the main host. Checks `Sec-Fetch-Site`, because a
 * same-origin read has no `Origin`. Errors: 403 for a page on a different site.
 */
function requestingShop(ctx: Core, c: Call): string | null {
  const origin = c.req.header('Origin')
  if (origin === undefined && c.req.header('Sec-Fetch-Site') === 'same-origin') return null
  const ours = originOfOurs(origin, ctx.config)
  if (ours === null) throw new ApiError('permission', 'Only pages of this service can ask who the visitor is.', { code: 'origin' })
  return ours.slug
}

type ViewerQuery = { slug: string | null; listings: readonly string[]; listing: string | undefined; bag: number }

async function viewerStateOf(ctx: Context, viewer: Person, { slug, listings, listing, bag }: ViewerQuery): Promise<ViewerState> {
  const [tasks, relation, offered, reserved, invited] = await Promise.all([
    readTasks(ctx, viewer.accountId),
    slug === null ? null : likes.relationTo(ctx, viewer, slug, listings),
    listing === undefined ? false : hasActiveOffer(ctx, viewer, listing),
    listing === undefined ? null : reservedFor(ctx, listing),
    listing === undefined ? null : invitedTo(ctx, viewer, listing),
  ])
  return {
    is: [
      'person',
      ...(viewer.isOperator || viewer.lacksSecond ? (['operator'] as const) : []),
      relation?.owns ? 'owner' : 'other',
      offered ? 'offered' : 'unoffered',
      reserved?.buyerId === viewer.accountId ? 'reserved' : 'unreserved',
      ...(invited ? (['invited'] as const) : []),
    ],
    follows: relation?.follows ?? false,
    liked: relation?.liked ?? [],
    ...(invited && { invited }),
    waiting: { you: badgesOf('you', tasks).overview ?? 0, sell: badgesOf('app', tasks).today ?? 0, bag },
  }
}
