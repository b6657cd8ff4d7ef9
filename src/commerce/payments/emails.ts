import type { Context, Person } from '#platform/context/index.ts'
import { happened, notYou } from '#messaging/notifications/index.ts'
import type { AccountWords } from '#messaging/notifications/index.ts'

/** Whoever opens the address that was given out says where the seller's money goes. */
export const payoutsOpened = (ctx: Context, actor: Person): AccountWords => ({
  kind: 'payouts_opened',
  subject: 'Your payout account was opened to be filled in',
  lines: [
    'An address was given out just now at which somebody can fill in, or change, where your money is paid to.',
    happened(ctx, actor),
    notYou(ctx),
  ],
  link: `${ctx.config.publicUrl}/app/payouts`,
})
