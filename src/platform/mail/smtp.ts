import { createTransport } from 'nodemailer'
import { MailError, type Mail } from './index.ts'
import { messageOf } from './message.ts'

/** Time limits for each SMTP step and for the whole delivery, in ms. */
const STEP_TIMEOUT_MS = 10_000
const SEND_TIMEOUT_MS = 30_000

export type SmtpOptions = { url: string; from: string; stepTimeoutMs?: number; sendTimeoutMs?: number }

/**
 * Creates a transport that sends each email over a new SMTP connection, so that later emails are unaffected when the mail server restarts.
 */
export function createSmtpMail({ url, from, stepTimeoutMs = STEP_TIMEOUT_MS, sendTimeoutMs = SEND_TIMEOUT_MS }: SmtpOptions): Mail {
  const transport = transportOf(url, stepTimeoutMs)
  return {
    async send(letter) {
      const message = messageOf(letter, from)
      try {
        await transport.sendMail({ ...message, signal: AbortSignal.timeout(sendTimeoutMs) })
      } catch (error) {
        throw asMailError(error)
      }
    },
  }
}

/** Connects and signs in without sending an email. Errors: MailError. */
export async function checkSmtp(url: string, stepTimeoutMs = STEP_TIMEOUT_MS): Promise<void> {
  const transport = transportOf(url, stepTimeoutMs)
  try {
    await transport.verify()
  } catch (error) {
    throw asMailError(error)
  } finally {
    transport.close()
  }
}

const transportOf = (url: string, stepTimeoutMs: number) =>
  createTransport({
    url,
    requireTLS: needsTls(url),
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
  })

/**
 * Returns true if the connection must use TLS, because a password would cross the network. The URL parameter `ignoreTLS` allows an
 * unencrypted connection.
 */
function needsTls(raw: string): boolean {
  const { protocol, hostname, username, searchParams } = new URL(raw)
  const stays = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  return protocol === 'smtp:' && username !== '' && !stays && searchParams.get('ignoreTLS') !== 'true'
}

/**
 * Converts an SMTP error. A 5xx response about the recipient is final. All other errors are temporary, because the operator may fix the
 * cause, such as a wrong password, before the next retry.
 */
function asMailError(error: unknown): MailError {
  const { command, responseCode, code } = error as { command?: string; responseCode?: number; code?: string }
  if (command === 'RCPT TO' && (responseCode ?? 0) >= 500)
    return new MailError('refused', `The mail server refused the address (${responseCode}).`, { cause: error })
  const why = [code, command, responseCode].filter((part) => part !== undefined).join(' ')
  return new MailError('unavailable', `The mail server did not accept the email (${why || 'no response'}).`, { cause: error })
}
