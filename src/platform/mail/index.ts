import { ErrorWithReason } from '#platform/errors/with-reason.ts'

/** Email to one recipient, as plain text and, optionally, also as HTML with the same content. */
export type Email = {
  /** Our unique id for the email. Used as the Message-ID, so that a recipient's mail server can detect duplicates. */
  id: string
  /** Exactly one email address. */
  to: string
  subject: string
  text: string
  html?: string
  /** URL for one-click unsubscribing: a POST request from a mail client switches off this kind of email (RFC 8058). */
  unsubscribe?: string
  at: Date
  /** Sender. Default: the service itself. */
  from?: string
}

/** Mail transport. `send` throws MailError. When `send` resolves, the mail server has accepted the email. */
export type Mail = {
  send(letter: Email): Promise<void>
  /** Deletes every stored copy for which `isOld` returns true. Delivered emails cannot be recalled. */
  forget?(isOld: (copy: Pick<Email, 'id' | 'at'>) => boolean): Promise<void>
}

/** Reason for a failed delivery. `unavailable`: a later attempt may succeed. `refused`: this email can never be delivered. */
export type MailReason = 'unavailable' | 'refused'

export class MailError extends ErrorWithReason<MailReason> {
  override readonly name = 'MailError'
}

/** Mail transport for a service without mail configuration. It rejects every email. */
export const noMail: Mail = {
  send: async () => {
    throw new MailError('unavailable', 'Mail is off: SMTP_URL is not set.')
  },
}
