/** One plain-text mail to one person. */
export type Email = {
  /** Our unique id. It becomes the Message-ID, so that a receiver detects duplicates. */
  id: string
  /** Exactly one address. */
  to: string
  subject: string
  text: string
  at: Date
  /** Sender, when it is not the service itself. */
  from?: string
}

/** Mail transport. `send` throws MailError; when it returns, the mail is accepted. */
export type Mail = {
  send(letter: Email): Promise<void>
  /** For transports that store copies: deletes those for which `isOld` is true. Delivered mail cannot be recalled. */
  forget?(isOld: (copy: Pick<Email, 'id' | 'at'>) => boolean): Promise<void>
}

/** `unavailable` may work later; `refused` means that the address will never accept it. */
export type MailReason = 'unavailable' | 'refused'

export class MailError extends Error {
  override readonly name = 'MailError'
  readonly reason: MailReason

  constructor(reason: MailReason, message: string, options: { cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.reason = reason
  }
}

/** Transport for a service without a mail server and mailbox. */
export const noMail: Mail = {
  send: async () => {
    throw new MailError('unavailable', 'Mail is off: SMTP_URL is not set.')
  },
}
