import type { Context, Person, Core } from '#platform/context/index.ts'
import * as likes from '#catalog/likes/index.ts'
import * as market from '#catalog/browse/index.ts'
import * as stores from '#catalog/stores/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import type { App } from '#platform/http/mount.ts'
import { answerPages } from '#web/framework/page/cors.ts'
import { goTo, goToAddress, pathOfOurs, sendPage, type Call } from '#web/framework/answer.ts'
import { originOfOurs } from '#web/framework/hosts.ts'
import { intentCookie, noIntentCookie, takeWaitingIntent } from '#web/framework/intent.ts'
import { FollowPage, LikeConfirmPage, LikePage } from './like-confirm.tsx'
import { viewerOf } from '#web/framework/session.ts'
import { serveGet, served, readPublicForm, signInPath } from '#web/framework/page/index.ts'

/** A quick action: a like or a follow. Any of our pages can contain its button. */
type Tap = {
  name: 'like' | 'follow'
  of: 'id' | 'slug'
  field: 'liked' | 'following'
  add(viewer: Person, id: string): Promise<unknown>
  drop(viewer: Person, id: string): Promise<unknown>
  send(c: Call, viewer: Person, id: string): Promise<Response>
}

/** Mounts `/like/{listing}` and `/follow/{shop}`. */
export function mountQuickActions(app: App, ctx: Context): void {
  const taps: Tap[] = [
    {
      name: 'like',
      of: 'id',
      field: 'liked',
      add: (viewer, id) => likes.like(ctx, viewer, id),
      drop: (viewer, id) => likes.unlike(ctx, viewer, id),
      async send(c, viewer, id) {
        return sendPage(ctx, c, <LikePage ctx={ctx} viewer={viewer} detail={await market.readListing(ctx, viewer, id)} />)
      },
    },
    {
      name: 'follow',
      of: 'slug',
      field: 'following',
      add: (viewer, slug) => likes.follow(ctx, viewer, slug),
      drop: (viewer, slug) => likes.unfollow(ctx, viewer, slug),
      async send(c, viewer, slug) {
        const { store, following } = await stores.readStore(ctx, viewer, slug)
        return sendPage(ctx, c, <FollowPage ctx={ctx} viewer={viewer} store={store} following={following} />)
      },
    },
  ]
  for (const tap of taps) {
    const path = `/${tap.name}/:${tap.of}`
    serveGet(app, ctx, path, tap.name, (c) => sendTap(ctx, c, tap))
    const [byPage, byScript] = [
      served(ctx, tap.name, (c) => takePage(ctx, c, tap)),
      answerPages(ctx, tap.name, (c) => takeScript(ctx, c, tap)),
    ]
    app.post(path, (c) => (c.req.header('Accept') === 'application/json' ? byScript(c) : byPage(c)))
  }
}

const idOf = (c: Call, { of }: Tap): string => c.req.param(of)!
const pathOf = (c: Call, tap: Tap): string => `/${tap.name}/${encodeURIComponent(idOf(c, tap))}`

/**
 * Completes the action if the user pressed its button before signing in. Otherwise sends a page with a button, because opening a link must
 * not change anything.
 */
async function sendTap(ctx: Context, c: Call, tap: Tap): Promise<Response> {
  const viewer = await viewerOf(ctx, c)
  const id = idOf(c, tap)
  if (viewer.kind === 'anonymous') return toSignIn(c, tap)
  const intent = await takeWaitingIntent(ctx, c, viewer, pathOf(c, tap))
  if (!intent?.isConfirmed || intent.back === null) return tap.send(c, viewer, id)
  await tap.add(viewer, id)
  return sendPage(ctx, c, <LikeConfirmPage ctx={ctx} viewer={viewer} action={tap.name} back={intent.back} />, {
    headers: { 'Set-Cookie': noIntentCookie(ctx), Refresh: `0; url=${intent.back}` },
  })
}

/** Handles the form in browsers without scripts, and redirects back to the page that contains the button. */
async function takePage(ctx: Context, c: Call, tap: Tap): Promise<Response> {
  const { viewer, fields } = await readPublicForm(ctx, c)
  const back = fields['return'] === undefined ? null : backOf(ctx, c, fields['return'])
  if (viewer.kind === 'anonymous') {
    const path = pathOf(c, tap)
    const waits = fields[tap.field] !== 'false' && back !== null
    return toSignIn(c, tap, waits ? { 'Set-Cookie': await intentCookie(ctx, c, { path, back }) } : {})
  }
  await apply(c, tap, viewer, fields)
  return back === null ? goTo(c, pathOf(c, tap)) : goToAddress(c, back)
}

async function takeScript(ctx: Context, c: Call, tap: Tap): Promise<Response> {
  const { viewer, fields } = await readPublicForm(ctx, c)
  if (viewer.kind === 'anonymous') throw new ApiError('authentication', 'Sign in first.')
  return c.json({ [tap.field]: await apply(c, tap, viewer, fields) })
}

async function apply(c: Call, tap: Tap, viewer: Person, fields: Record<string, string>): Promise<boolean> {
  const on = fields[tap.field] !== 'false'
  await (on ? tap.add : tap.drop)(viewer, idOf(c, tap))
  return on
}

const toSignIn = (c: Call, tap: Tap, headers: Record<string, string> = {}): Response => goTo(c, signInPath(pathOf(c, tap)), 303, headers)

/** Returns the URL of the page with the button that was pressed. The host comes from the verified `Origin`, and the path from the form. */
function backOf(ctx: Core, c: Call, path: string): string {
  const slug = originOfOurs(c.req.header('Origin'), ctx.config)?.slug ?? null
  return `${slug === null ? ctx.config.publicUrl : ctx.urls.shop(slug)}${pathOfOurs(path)}`
}
