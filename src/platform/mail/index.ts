/** A plain-text mail to one person. */
export type Email = {
  /** Our unique id and Message-ID, so that a receiver detects duplicates. */
  id: string
  /** Exactly one address. */
  to: string
  subject: string
  text: string
  at: Date
  /** Default: the service. */
  from?: string
}

/** Mail transport. `send` throws MailError; once it returns, the mail is accepted. */
export type Mail = {
  send(letter: Email): Promise<void>
  /** Deletes stored copies for which `isOld` is true. Delivered mail cannot be recalled. */
  forget?(isOld: (copy: Pick<Email, 'id' | 'at'>) => boolean): Promise<void>
}

/** `unavailable`: may work later. `refused`: this address never works. */
export type MailReason = 'unavailable' | 'refused'

export class MailError extends Error {
  override readonly name = 'MailError'
  readonly reason: MailReason

  constructor(reason: MailReason, message: string, options: { cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.reason = reason
  }
}

/** For a service without mail. */
export const noMail: Mail = {
  send: async () => {
    throw new MailError('unavailable', 'Mail is off: SMTP_URL is not set.')
  },
}
