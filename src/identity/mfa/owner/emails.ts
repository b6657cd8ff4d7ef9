import { counted } from '#core/format/count.ts'
import { quoteName } from '#core/quoted-name.ts'
import type { Context } from '#platform/context/index.ts'
import type { MailCopy } from '#messaging/notifications/index.ts'

const notYou = ({ config }: Context): string =>
  `If it was not you, set a new password at ${config.publicUrl}/forgot, sign out everywhere else and look through your ways in:`

const words = (ctx: Context, subject: string, ...lines: string[]): MailCopy => ({
  subject,
  lines: [...lines, notYou(ctx)],
  link: ctx.urls.settings(),
})

export const passkeyAdded = (ctx: Context, name: string): MailCopy =>
  words(
    ctx,
    'A passkey was added to your account',
    `The passkey ${quoteName(name)} signs in to your account from now on, without a password.`,
  )

export const passkeyRemoved = (ctx: Context, name: string): MailCopy =>
  words(ctx, 'A passkey was removed from your account', `The passkey ${quoteName(name)} does not sign in any more.`)

export const codesOn = (ctx: Context): MailCopy =>
  words(ctx, 'Codes by app are on', 'From now on, signing in with your password also asks for a code of your authenticator app.')

export const codesOff = (ctx: Context): MailCopy =>
  words(ctx, 'Codes by app are off', 'Signing in does not ask for a code of your authenticator app any more.')

export const newRecoveryCodes = (ctx: Context): MailCopy =>
  words(ctx, 'You have new recovery codes', 'Ten new recovery codes were made for your account. Those from before do not work any more.')

export const recoveryCodeUsed = (ctx: Context, left: number): MailCopy =>
  words(
    ctx,
    'A recovery code was used',
    `Somebody signed in to your account with one of its recovery codes just now. ${leftWords(left)}`,
    ...(left < 4 ? ['Make new ones in your settings before they run out.'] : []),
  )

const leftWords = (left: number): string => (left === 0 ? 'None is left.' : `${counted(left, 'is', 'are')} left.`)
