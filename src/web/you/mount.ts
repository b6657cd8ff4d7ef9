import type { Context, Person } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import { goTo, type Call } from '#web/answer.ts'
import { page } from '#web/page.tsx'
import { confirmed } from '#web/ways-in/confirm.tsx'
import { takeForm, viewerOf } from '#web/session.ts'

export type Shown = (c: Call, viewer: Person) => Promise<Response>
/** What becomes of a form whose sender is not signed in (any more). */
export type Late = (c: Call, fields: Record<string, string>) => Response
export type Taken = (c: Call, viewer: Person, fields: Record<string, string>) => Promise<Response>

/** A page of somebody signed in, and its form. Both stand at one address, so that who signs in late comes back to it. `evenSuspended`: a suspended account's form is taken too. */
export function mountOwn(
  app: App,
  ctx: Context,
  path: string,
  name: string,
  shown: Shown,
  taken?: Taken,
  late: Late = toSignIn,
  may: { evenSuspended?: true } = {},
): void {
  app.get(
    path,
    page(ctx, name, async (c) => {
      const viewer = await viewerOf(ctx, c)
      return viewer.kind === 'anonymous' ? toSignIn(c) : shown(c, viewer)
    }),
  )
  if (!taken) return
  app.post(
    path,
    page(ctx, name, async (c) => {
      const { viewer, fields } = await takeForm(ctx, c, may)
      if (viewer.kind === 'anonymous') return late(c, fields)
      return confirmed(ctx, c, viewer, Object.entries(fields), (proved) => taken(c, proved, fields))
    }),
  )
}

/** What a page fills its form with again from its address: nothing secret, nothing long. */
const KEPT = ['amount', 'note', 'text'] as const
const MOST_CHARS = 2_000

/** Sends a stranger to sign in first, whether or not the page exists, and back to what they were at with what they typed. */
export function toSignIn(c: Call, typed: Record<string, string> = {}): Response {
  const { pathname, searchParams } = new URL(c.req.url)
  for (const name of KEPT) if (typed[name]) searchParams.set(name, typed[name].slice(0, MOST_CHARS))
  const back = searchParams.size === 0 ? pathname : `${pathname}?${searchParams.toString()}`
  return goTo(c, `/sign-in?return=${encodeURIComponent(back)}`)
}
