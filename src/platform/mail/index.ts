/** One mail, as plain text to one person. */
export type Email = {
  /** Ours, unique: it becomes the Message-ID, so that a receiver knows a mail that came twice. */
  id: string
  /** One address, nothing else. */
  to: string
  subject: string
  text: string
  at: Date
  /** Whom it is from, where that is not the service itself. */
  from?: string
}

/** Where mail goes. `send` throws MailError; when it returns, the mail is out of our hands. */
export type Mail = {
  send(letter: Email): Promise<void>
  /** Where copies of what was sent are kept: takes those away that `isOld` names. Nobody calls a mail back from its receiver. */
  forget?(isOld: (copy: Pick<Email, 'id' | 'at'>) => boolean): Promise<void>
}

/** `unavailable`: may work later. `refused`: this address will never take it. */
export type MailReason = 'unavailable' | 'refused'

export class MailError extends Error {
  override readonly name = 'MailError'
  readonly reason: MailReason

  constructor(reason: MailReason, message: string, options: { cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.reason = reason
  }
}

/** A service without a mail server and without a mailbox. */
export const noMail: Mail = {
  send: async () => {
    throw new MailError('unavailable', 'Mail is off: SMTP_URL is not set.')
  },
}
