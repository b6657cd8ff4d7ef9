import { isIP } from 'node:net'
import { ConfigError, text, type Env } from './values.ts'

export function mail(env: Env, local: boolean): { kind: 'off' | 'mailbox' } | { kind: 'smtp'; url: string } {
  const raw = text(env, 'SMTP_URL')
  if (raw === null) return { kind: local ? 'mailbox' : 'off' }
  const parsed = URL.canParse(raw) ? new URL(raw) : null
  if (!parsed || !['smtp:', 'smtps:'].includes(parsed.protocol) || parsed.hostname === '')
    throw new ConfigError('SMTP_URL must be a mail server address such as smtp://user:password@host:587.')
  return { kind: 'smtp', url: raw }
}

/** Matches `Name <name@host>` or a plain email address, without characters that could end a header line. */
const MAIL_FROM = /^(?:[^\p{Cc}<>"@]*<[^\s<>@",;]+@[^\s<>@",;]+>|[^\s<>@",;]+@[^\s<>@",;]+)$/u

export function mailFrom(env: Env, host: string): string {
  const literal = isIP(host.replaceAll(/[[\]]/g, '')) > 0
  const value = text(env, 'MAIL_FROM') ?? `Resale <no-reply@${literal ? 'localhost' : host}>`
  if (MAIL_FROM.test(value)) return value
  throw new ConfigError('MAIL_FROM must be an address such as Resale <no-reply@example.com>.')
}
