import { counted } from '#core/format/count.ts'
import { quoteName } from '#core/quoted-name.ts'
import type { Core } from '#platform/context/index.ts'
import type { MailCopy } from '#messaging/notifications/index.ts'

const notYou = ({ config }: Core): string =>
  `If this was not you, set a new password at ${config.publicUrl}/forgot, sign out everywhere else and check your sign-in methods:`

const copy = (ctx: Core, subject: string, ...lines: string[]): MailCopy => ({
  subject,
  lines: [...lines, notYou(ctx)],
  link: ctx.urls.settings(),
})

export const passkeyAdded = (ctx: Core, name: string): MailCopy =>
  copy(
    ctx,
    'A passkey was added to your account',
    `From now on, the passkey ${quoteName(name)} signs in to your account without a password.`,
  )

export const passkeyRemoved = (ctx: Core, name: string): MailCopy =>
  copy(ctx, 'A passkey was removed from your account', `The passkey ${quoteName(name)} no longer signs in to your account.`)

export const codesOn = (ctx: Core): MailCopy =>
  copy(ctx, 'Authenticator codes are on', 'From now on, signing in with your password also asks for a code from your authenticator app.')

export const codesOff = (ctx: Core): MailCopy =>
  copy(ctx, 'Authenticator codes are off', 'Sign-in no longer requires a code from your authenticator app.')

export const newRecoveryCodes = (ctx: Core): MailCopy =>
  copy(ctx, 'You have new recovery codes', 'Ten new recovery codes were created for your account. The old ones no longer work.')

export const recoveryCodeUsed = (ctx: Core, left: number): MailCopy =>
  copy(
    ctx,
    'A recovery code was used',
    `Someone signed in to your account with one of its recovery codes just now. ${codesLeftText(left)}`,
    ...(left < 4 ? ['Create new ones in your settings before they run out.'] : []),
  )

const codesLeftText = (left: number): string => (left === 0 ? 'No recovery codes are left.' : `${counted(left, 'is', 'are')} left.`)
