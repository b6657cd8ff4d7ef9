import type { Context, Person } from '#platform/context/index.ts'
import { hintOf, TOKEN_MARK, type LinkPurpose } from './rules.ts'
import { endedWords, type Ended } from './email-verification-copy.ts'
import { type AccountCopy, whenAndBy, notYouHint, type MailCopy } from '#messaging/notifications/index.ts'

const at = ({ config }: Context, path: string): string => `${config.publicUrl}${path}?token=${TOKEN_MARK}`

export const LINK_EMAILS: Readonly<Record<LinkPurpose, (ctx: Context) => MailCopy>> = {
  reset: (ctx) => ({
    subject: 'A new password for your account',
    lines: [
      'Somebody, most likely you, asked for a new password. Set it here; the link works once, for one hour:',
      'If it was not you, do nothing: your password stays as it is, and nobody but you has this mail.',
    ],
    link: at(ctx, '/forgot/new'),
  }),
  verify: (ctx) => ({
    subject: 'Is this your address?',
    lines: ['An account on this marketplace wants to use this address. Say yes within 24 hours; if it is not yours, do nothing:'],
    link: at(ctx, '/verify'),
  }),
  sign_in: (ctx) => ({
    subject: 'Your link to sign in',
    lines: ['Sign in with this link instead of your password. It works once, for one hour:', 'If you did not ask for it, do nothing.'],
    link: at(ctx, '/sign-in/link'),
  }),
}

type By = Person | { agent: string | null }

export const passwordChanged = (ctx: Context, by: By): AccountCopy => ({
  kind: 'password_changed',
  subject: 'Your password was changed',
  lines: ['The password of your account was changed just now, and every other browser is signed out.', whenAndBy(ctx, by), notYouHint(ctx)],
  link: ctx.urls.settings(),
})

export const emailAsked = (ctx: Context, by: By, wanted: string): AccountCopy => ({
  kind: 'address_asked',
  subject: 'Your account asks for another address',
  lines: [
    `Somebody who is signed in to your account asked to use ${hintOf(wanted)} instead of this address. Nothing changes before the link sent there is used.`,
    whenAndBy(ctx, by),
    notYouHint(ctx),
  ],
  link: ctx.urls.settings(),
})

/** Sent to the old address. */
export const emailChanged = (ctx: Context, by: By, wanted: string): AccountCopy => ({
  kind: 'address_changed',
  subject: 'Your account has another address now',
  lines: [
    `You sign in with ${hintOf(wanted)} from now on, and this address gets no more mail.`,
    whenAndBy(ctx, by),
    'If it was not you, write to the operator:',
  ],
  link: `${ctx.config.publicUrl}/help`,
})

/** Sent to the new address. */
export const emailIsYours = (ctx: Context, by: By): AccountCopy => ({
  kind: 'address_changed',
  subject: 'This is the address of your account now',
  lines: ['You sign in with this address from now on, and all mail about your account comes here.', whenAndBy(ctx, by), notYouHint(ctx)],
  link: ctx.urls.settings(),
})

/** Sent to the person who verified an address that an account used without verification. */
export const addressProved = (ctx: Context, ended: Ended): AccountCopy => ({
  kind: 'access_ended',
  subject: 'This address is yours, and what was made before has ended',
  lines: [
    `The account with this address was opened before anybody had shown that the address is theirs. You have shown it now, so ${endedWords(ended)} have ended: whoever made them is out.`,
    'If that was you yourself, make your keys and your webhook anew, and set a password with a link by mail where you have none. What else is in the account is as it was: look through it.',
  ],
  link: `${ctx.config.publicUrl}/forgot`,
})
