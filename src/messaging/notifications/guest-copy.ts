import type { Core } from '#platform/context/index.ts'
import { TOKEN_MARK } from '#identity/email-links/rules.ts'
import type { MailCopy } from './copy.ts'

/** Adapts an email for a guest. The wording is the same, but the link is the guest's secret link, which works without sign-in. */
export const guestCopy = <C extends MailCopy>(ctx: Core, copy: C): C => ({
  ...copy,
  subject: withoutMark(copy.subject),
  lines: [
    ...copy.lines.map(withoutMark),
    'Open your order with this link. The link works for 30 minutes. After that, you can use it to request a new link. The link also confirms your email address and adds the order to an account, where you can manage it:',
  ],
  link: guestLink(ctx),
})

/** Returns the link to a guest's order. It contains a placeholder; when the email is sent, the token replaces the placeholder. */
export const guestLink = ({ config }: Core): string => `${config.publicUrl}/guest/order?token=${TOKEN_MARK}`

/** Removes token placeholders from text that other people wrote, so that no token is inserted into a URL in that text. */
export const withoutMark = (text: string): string => text.replaceAll(TOKEN_MARK, '(token)')
