import type { Core } from '#platform/context/index.ts'
import { TOKEN_MARK } from '#identity/email-links/rules.ts'
import type { MailCopy } from './copy.ts'

/** Returns an email for a guest: the same text with the guest's own link, because guests cannot sign in. */
export const guestCopy = <C extends MailCopy>(ctx: Core, copy: C): C => ({
  ...copy,
  subject: withoutMark(copy.subject),
  lines: [
    ...copy.lines.map(withoutMark),
    'Open your order with this link. The link works for 30 minutes. After that, open it to request a new link. The link also confirms your email address and adds the order to an account, where you can manage it:',
  ],
  link: guestLink(ctx),
})

/** Returns the link to a guest's order. It contains a placeholder that is replaced with the token when the email is sent. */
export const guestLink = ({ config }: Core): string => `${config.publicUrl}/guest/order?token=${TOKEN_MARK}`

/** Removes token placeholders from text by other people. Otherwise, a URL in their text could receive the token. */
export const withoutMark = (text: string): string => text.replaceAll(TOKEN_MARK, '(token)')
