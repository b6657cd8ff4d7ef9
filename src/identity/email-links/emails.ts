import type { Context, Person, Core } from '#platform/context/index.ts'
import { hintOf, TOKEN_MARK, type LinkPurpose } from './rules.ts'
import { endedText, type Ended } from './email-verification-copy.ts'
import { type AccountCopy, whenAndBy, notYouHint, type MailCopy } from '#messaging/notifications/index.ts'

const at = ({ config }: Core, path: string): string => `${config.publicUrl}${path}?token=${TOKEN_MARK}`

export const LINK_EMAILS: Readonly<Record<LinkPurpose, (ctx: Context) => MailCopy>> = {
  reset: (ctx) => ({
    subject: 'Reset your password',
    lines: [
      'Someone, most likely you, asked to reset your password. Set a new one with this link. It works once, for one hour:',
      'If this was not you, ignore this email: your password stays the same, and only you received the link.',
    ],
    link: at(ctx, '/forgot/new'),
  }),
  verify: (ctx) => ({
    subject: 'Confirm your email',
    lines: [
      'An account on this marketplace wants to use this email address. If the account is not yours, ignore this email. If it is, confirm the address within 24 hours:',
    ],
    link: at(ctx, '/verify'),
  }),
  sign_in: (ctx) => ({
    subject: 'Your sign-in link',
    lines: [
      'Sign in with this link instead of your password. It works once, for one hour:',
      'If you did not request it, ignore this email.',
    ],
    link: at(ctx, '/sign-in/link'),
  }),
  guest: (ctx) => ({
    subject: 'Your link to your order',
    lines: [
      'Open your order with this link. It works for 30 minutes. It also confirms your email address and keeps your orders in an account:',
      'If you did not buy anything, ignore this email.',
    ],
    link: at(ctx, '/guest/order'),
  }),
}

type By = Person | { agent: string | null }

export const passwordChanged = (ctx: Core, by: By): AccountCopy => ({
  kind: 'password_changed',
  subject: 'Your password was changed',
  lines: ['Your password was changed just now, and every other browser is signed out.', whenAndBy(ctx, by), notYouHint(ctx)],
  link: ctx.urls.settings(),
})

export const emailRequestedLink = (ctx: Core, by: By, newEmail: string): AccountCopy => ({
  kind: 'address_asked',
  subject: 'Request to change your email address',
  lines: [
    `Someone who is signed in to your account asked to use ${hintOf(newEmail)} instead of this email address. Nothing changes until someone opens the link that we sent to that address.`,
    whenAndBy(ctx, by),
    notYouHint(ctx),
  ],
  link: ctx.urls.settings(),
})

/** Email to the old address, sent after an account's email address was changed. */
export const emailChanged = (ctx: Core, by: By, newEmail: string): AccountCopy => ({
  kind: 'address_changed',
  subject: 'Your account has a new email address',
  lines: [
    `From now on, you sign in with ${hintOf(newEmail)}. We no longer send email to this address.`,
    whenAndBy(ctx, by),
    'If this was not you, contact the operator:',
  ],
  link: `${ctx.config.publicUrl}/help`,
})

/** Email to the new address, sent after an account's email address was changed. */
export const emailIsYours = (ctx: Core, by: By): AccountCopy => ({
  kind: 'address_changed',
  subject: 'Your account now uses this email address',
  lines: [
    'From now on, you sign in with this email address. We send all emails about your account to this address.',
    whenAndBy(ctx, by),
    notYouHint(ctx),
  ],
  link: ctx.urls.settings(),
})

/**
 * Email to a user who has just verified an account's email address for the first time. Lists the sessions, keys and other access that were
 * ended.
 */
export const addressProved = (ctx: Core, ended: Ended): AccountCopy => ({
  kind: 'access_ended',
  subject: 'Your email address is confirmed, and earlier access has ended',
  lines: [
    `The account with this email address was opened before anyone confirmed that the address is theirs. You have confirmed it now, so we revoked all earlier access: ${endedText(ended)}.`,
    'If that was your own access, create your keys and your webhook again. If you have no password, set one with an email link. Everything else in the account is unchanged: please check it.',
  ],
  link: `${ctx.config.publicUrl}/forgot`,
})
