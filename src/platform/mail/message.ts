import { isMailAddress } from '#platform/encoding/mail-address.ts'
import { MailError, type Email } from './index.ts'

type Address = { name: string; address: string }

/**
 * Converts an email for Nodemailer. No field of the email can inject a header or a recipient: header text is a single line, and each
 * address field contains exactly one address.
 */
export function messageOf(letter: Email, defaultFrom: string) {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(letter.id)) throw new MailError('refused', 'The id of the email is not valid.')
  const from = sender(letter.from ?? defaultFrom)
  const to = plainAddress(letter.to)
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject: headerText(letter.subject),
    text: letter.text,
    ...(letter.html === undefined ? {} : { html: letter.html }),
    date: letter.at,
    messageId: `<${letter.id}@${from.address.split('@').at(-1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(letter) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Returns the headers for one-click unsubscribing. The service generates the URL, so it contains no user input. */
const unsubscribeHeaders = ({ unsubscribe }: Email) =>
  unsubscribe === undefined
    ? {}
    : {
        'List-Unsubscribe': { prepared: true, value: `<${headerText(unsubscribe)}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }

const headerText = (value: string): string => value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

function sender(value: string): Address {
  const [, name, address] = /^(?:([^<>]*)<([^<>]+)>|[^<>]+)$/s.exec(value) ?? []
  return { name: headerText(name ?? '').replaceAll('"', ''), address: plainAddress(address ?? value) }
}

function plainAddress(value: string): string {
  const address = value.trim()
  if (value === address && isMailAddress(address)) return address
  throw new MailError('refused', 'The address is not a plain email address.')
}
