import type { Person, Core } from '#platform/context/index.ts'
import { whenAndBy, notYouHint } from '#messaging/notifications/index.ts'
import type { AccountCopy } from '#messaging/notifications/index.ts'

/**
 * Warns the owner that someone has created a link to set up the payout account. Anyone with the link can change the bank account that
 * receives the money.
 */
export const payoutsOpened = (ctx: Core, actor: Person): AccountCopy => ({
  kind: 'payouts_opened',
  subject: 'A link to your payout account was created',
  lines: [
    'A link to your payout account was created just now. Anyone with the link can enter or change the bank account that receives your money.',
    whenAndBy(ctx, actor),
    notYouHint(ctx),
  ],
  link: `${ctx.config.publicUrl}/app/payouts`,
})
