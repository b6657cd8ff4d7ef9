import type { Context, Person } from '#platform/context/index.ts'
import type { Detail } from '#catalog/browse/index.ts'
import type { ListedStore } from '#catalog/stores/index.ts'
import { Button, ButtonLink, Form, Picture } from '#web/ui/index.ts'
import { Plain } from '#web/ui/layouts/public.tsx'
import { siteOf } from '#web/framework/site.ts'

/** Asks a user who opened the link to confirm the like, because opening a link must not change anything. */
export const LikePage = ({
  ctx,
  viewer,
  detail: { id, title, shop, url, cover, liked },
}: {
  ctx: Context
  viewer: Person
  detail: Detail
}) => (
  <Plain
    site={siteOf(ctx)}
    viewer={viewer}
    tone={shop.tone}
    title={`Like ${title}`}
    heading={liked ? 'You like this item' : 'Like this item?'}
  >
    {cover ? (
      <span class="frame">
        <Picture ctx={ctx} picture={cover} alt={cover.alt ?? ''} sizes="240px" eager />
      </span>
    ) : null}
    <p class="lead">
      {title}, from {shop.name}. {liked ? '' : 'You can find liked items under Likes in your account.'}
    </p>
    <Form class="actions" action={`/like/${id}`} viewer={viewer}>
      <Button kind="dark" icon="heart" name="liked" value={liked ? 'false' : 'true'} label={liked ? 'Unlike' : 'Like'} />
      <ButtonLink href={url!} label="Back to the listing" />
    </Form>
  </Plain>
)

type FollowProps = { ctx: Context; viewer: Person; store: ListedStore; following: boolean }

/** Asks a user who opened the link to confirm that they want to follow the shop, because opening a link must not change anything. */
export const FollowPage = ({ ctx, viewer, store, following }: FollowProps) => (
  <Plain
    site={siteOf(ctx)}
    viewer={viewer}
    tone={store.tone}
    title={`Follow ${store.name}`}
    heading={following ? `You follow ${store.name}` : `Follow ${store.name}?`}
  >
    <p class="lead">
      {following
        ? 'New items from this shop will appear in your account.'
        : 'New items from this shop will appear in your account. You can unfollow at any time.'}
    </p>
    <Form class="actions" action={`/follow/${store.slug}`} viewer={viewer}>
      <Button kind="dark" name="following" value={following ? 'false' : 'true'} label={following ? 'Unfollow' : 'Follow'} />
      <ButtonLink href={`${store.url}/`} label="Back to the shop" />
    </Form>
  </Plain>
)

type LikeConfirmProps = { ctx: Context; viewer: Person; action: 'like' | 'follow'; back: string }

/**
 * Confirms the action that the user started before signing in, then returns to the original page automatically. A redirect is not possible,
 * because the sign-in page's policy for forms allows only our own hosts.
 */
export const LikeConfirmPage = ({ ctx, viewer, action, back }: LikeConfirmProps) => (
  <Plain site={siteOf(ctx)} viewer={viewer} title={DONE[action]}>
    <p class="actions">
      <ButtonLink kind="dark" href={back} label="Go back" />
    </p>
  </Plain>
)

const DONE = { like: 'Item liked', follow: 'Shop followed' } as const
