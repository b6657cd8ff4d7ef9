import { createTransport } from 'nodemailer'
import { MailError, type Mail } from './index.ts'
import { messageOf } from './message.ts'

/** Limits of each SMTP step and of the whole, in ms. */
const STEP_TIMEOUT_MS = 10_000
const SEND_TIMEOUT_MS = 30_000

export type SmtpOptions = { url: string; from: string; stepTimeoutMs?: number; sendTimeoutMs?: number }

/** Sends mail over SMTP, each on a new connection, so a restarted server does not matter. */
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

/** Connects and signs in without sending. Throws MailError. */
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

/** True when a password would cross the network unencrypted, unless `ignoreTLS` is set. */
function needsTls(raw: string): boolean {
  const { protocol, hostname, username, searchParams } = new URL(raw)
  const stays = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  return protocol === 'smtp:' && username !== '' && !stays && searchParams.get('ignoreTLS') !== 'true'
}

/** A 5xx about the receiver is final; other errors, even a wrong password, may be fixed. */
function asMailError(error: unknown): MailError {
  const { command, responseCode, code } = error as { command?: string; responseCode?: number; code?: string }
  if (command === 'RCPT TO' && (responseCode ?? 0) >= 500)
    return new MailError('refused', `The mail server refused the address (${responseCode}).`, { cause: error })
  const why = [code, command, responseCode].filter((part) => part !== undefined).join(' ')
  return new MailError('unavailable', `The mail server did not accept the email (${why || 'no response'}).`, { cause: error })
}
