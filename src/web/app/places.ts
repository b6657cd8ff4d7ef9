import type { Context, Person } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import { goTo, type Call } from '#web/answer.ts'
import { page } from '#web/page.tsx'
import { confirmed, type SaidFields } from '#web/ways-in/confirm.tsx'
import { viewerOf } from '#web/session.ts'
import { takeAppForm, type Taken } from './taking.ts'

type Shows = (c: Call, viewer: Person) => Promise<Response>
type Takes = (c: Call, taken: Taken) => Promise<Response>

/**
 * One address of the seller's app: what it shows, and what its form does. Whoever is not signed in goes to sign in and
 * comes back, whether or not there is anything at the address. `evenSuspended`: its form is taken from a suspended account too.
 */
export function place(
  app: App,
  ctx: Context,
  path: string,
  name: string,
  shows: Shows,
  takes?: Takes,
  may: { evenSuspended?: true } = {},
): void {
  app.get(
    path,
    page(ctx, name, async (c) => {
      const viewer = await viewerOf(ctx, c)
      return viewer.kind === 'anonymous' ? toSignIn(c) : shows(c, viewer)
    }),
  )
  if (!takes) return
  app.post(
    path,
    page(
      ctx,
      name,
      async (c) =>
        (await takeAppForm(
          ctx,
          c,
          (taken) => confirmed(ctx, c, taken.viewer, saidIn(taken), (viewer) => takes(c, { ...taken, viewer })),
          may,
        )) ?? toSignIn(c),
    ),
  )
}

const saidIn = ({ fields, all }: Taken): SaidFields =>
  Object.keys(fields).flatMap((name) => all(name).map((value) => [name, value] as const))

const toSignIn = (c: Call): Response => {
  const { pathname, search } = new URL(c.req.url)
  return goTo(c, `/sign-in?return=${encodeURIComponent(pathname + search)}`)
}

/** Back to a page after its form was taken, with the words for what was done (`FLASHES`). */
export const doneAt = (c: Call, path: string, said: Flash): Response => {
  const [before = '', anchor] = path.split('#')
  return goTo(c, `${before}${before.includes('?') ? '&' : '?'}said=${said}${anchor ? `#${anchor}` : ''}`)
}

/** What pages say after a form was taken. The address names one of these, so nobody can put words on our pages. */
export const FLASHES = {
  opened: 'Your shop is open.',
  saved: 'Saved.',
  draft: 'Your draft is here. Nothing is public yet.',
  published: 'It is live.',
  unpublished: 'It is a draft again; its link stays its own.',
  sold: 'Marked as sold.',
  relisted: 'It is up again, at the same link.',
  deleted: 'Deleted.',
  photos: 'The photos are in.',
  ordered: 'The order of the photos is saved.',
  removed: 'The photo is gone.',
  described: 'The description of the photo is saved.',
  looking: 'It is being looked up.',
  priced: 'The price is set.',
  'line-kept': 'It is in the details.',
  'line-gone': 'It is out of the details.',
  written: 'New words, as a take. The listing is as it was until you use them.',
  'words-used': 'The words are in your listing.',
  replied: 'Answered.',
  undone: 'It is as it was.',
  accepted: 'Accepted. The buyer has 24 hours to pay.',
  declined: 'Turned down.',
  countered: 'Your counter is with the buyer, who has 48 hours.',
  sent: 'Sent.',
  shipped: 'Marked as shipped. The buyer sees the tracking.',
  handed: 'Handed over. The buyer’s days to look at it have begun.',
  cancelled: 'Cancelled, and the buyer gets everything back.',
  refunded: 'The money goes back to the buyer.',
  offered: 'The buyer sees what you offer and can take it.',
  answered: 'Answered.',
  moved: 'Your shop has its new address. Old links keep working.',
  revoked: 'The key is revoked. It stopped working at once.',
  stopped: 'No more events are sent.',
  hidden: 'Done. The owner is told the reason.',
  lifted: 'Lifted. The owner is told.',
  dismissed: 'Closed. Whoever reported it is told.',
  decided: 'Decided. Both sides are told the reason.',
  ruled: 'Answered. The owner is told.',
  appealed: 'Your appeal is with us. A person reads it, and you get a mail with the answer.',
  redelivered: 'It goes out again now, with the same id and bytes.',
} as const
export type Flash = keyof typeof FLASHES

/** The words of `?said=`, where it names some. */
export const saidAt = (c: Call): string | undefined => {
  const said = c.req.query('said') ?? ''
  return Object.hasOwn(FLASHES, said) ? FLASHES[said as Flash] : undefined
}
