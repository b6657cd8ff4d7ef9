import type { Context, Person } from '#platform/context/index.ts'
import { whenAndBy, notYouHint } from '#messaging/notifications/index.ts'
import type { AccountCopy } from '#messaging/notifications/index.ts'

/** Warns the owner: anyone with the URL can set where the money goes. */
export const payoutsOpened = (ctx: Context, actor: Person): AccountCopy => ({
  kind: 'payouts_opened',
  subject: 'Your payout account was opened to be filled in',
  lines: [
    'An address was given out just now at which somebody can fill in, or change, where your money is paid to.',
    whenAndBy(ctx, actor),
    notYouHint(ctx),
  ],
  link: `${ctx.config.publicUrl}/app/payouts`,
})
