import type { Context } from '#context.ts'
import { hintOf, TOKEN_MARK, type LinkPurpose } from '#domain/mailed-link.ts'
import type { AccountWords, Words } from '#features/notices/service.ts'

const at = ({ config }: Context, path: string): string => `${config.publicUrl}${path}?token=${TOKEN_MARK}`

/** The mail that carries a link. */
export const LETTERS: Readonly<Record<LinkPurpose, (ctx: Context) => Words>> = {
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
    lines: ['Sign in with this link instead of your password. It works once, for 15 minutes:', 'If you did not ask for it, do nothing.'],
    link: at(ctx, '/sign-in/link'),
  }),
}

export const passwordChanged = ({ config, urls }: Context): AccountWords => ({
  kind: 'password_changed',
  subject: 'Your password was changed',
  lines: [
    'The password of your account was changed just now, and every other browser is signed out. Your API keys go on working.',
    `If it was not you, set a new one at ${config.publicUrl}/forgot and look through your keys:`,
  ],
  link: urls.settings(),
})

export const emailAsked = ({ config, urls }: Context, wanted: string): AccountWords => ({
  kind: 'address_asked',
  subject: 'Your account asks for another address',
  lines: [
    `Somebody who knows your password asked to use ${hintOf(wanted)} instead of this address. Nothing changes before the link sent there is used.`,
    `If it was not you, set a new password now: ${config.publicUrl}/forgot`,
  ],
  link: urls.settings(),
})

export const emailChanged = ({ config }: Context, wanted: string): AccountWords => ({
  kind: 'address_changed',
  subject: 'Your account has another address now',
  lines: [`You sign in with ${hintOf(wanted)} from now on, and this address gets no more mail. If it was not you, write to the operator:`],
  link: `${config.publicUrl}/help`,
})
