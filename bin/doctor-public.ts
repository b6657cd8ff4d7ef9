// Checks of `npm run doctor` for public mode only: requirements of users, and settings that a start does not need.
import { Client } from 'pg'
import type { Config } from '#platform/config/index.ts'
import { checkSmtp } from '#platform/mail/smtp.ts'
import { createClient } from '#platform/payments/stripe/client.ts'
import { openStorage } from '#platform/storage/open.ts'
import { note, ok, problem, type Finding } from './findings.ts'

export const PUBLIC_CHECKS: readonly [name: string, check: (config: Config) => Promise<Finding>][] = [
  ['Mail', mail],
  ['Payments', payments],
  ['File storage', storage],
  ['Backups', backups],
  ['Proxy', proxy],
]

async function mail({ mail }: Config): Promise<Finding> {
  if (mail.kind !== 'smtp') return problem('no mail is sent, so nobody can confirm an address or reset a password. Set SMTP_URL')
  try {
    await checkSmtp(mail.url)
    return ok(`the server of SMTP_URL takes mail: ${new URL(mail.url).host}`)
  } catch (error) {
    return problem(`${(error as Error).message} Check SMTP_URL: ${new URL(mail.url).host}`)
  }
}

async function payments({ payments }: Config): Promise<Finding> {
  if (payments.kind === 'off') return note('off: orders cannot be paid here. PAYMENTS=stripe takes cards')
  if (payments.kind === 'test') return problem('PAYMENTS=test takes play money from anybody. Set PAYMENTS=stripe or off')
  try {
    await createClient(payments).events.list({ limit: 1 })
  } catch (error) {
    const { statusCode, message } = error as { statusCode?: number; message: string }
    return problem(
      statusCode === 401 || statusCode === 403
        ? `Stripe refuses STRIPE_SECRET_KEY (${statusCode}). Copy it again from the dashboard, with the right to read events`
        : `Stripe does not answer: ${message}`,
    )
  }
  if (/^[rs]k_test_/.test(payments.secretKey)) return note('Stripe answers, in test mode: no real money moves. Use live keys to sell')
  return payments.publishableKey === null
    ? note('Stripe answers; without STRIPE_PUBLISHABLE_KEY buyers pay on a page of Stripe')
    : ok('Stripe answers')
}

async function storage(config: Config): Promise<Finding> {
  if (config.storage.kind === 's3') {
    const opened = await openStorage(config)
    try {
      const key = `doctor/${process.pid}-${Date.now()}`
      await opened.put(key, Buffer.from('doctor'), 'text/plain')
      await opened.delete(key)
      return ok(`the bucket ${config.storage.bucket} can be written`)
    } catch (error) {
      return problem(`the bucket ${config.storage.bucket} cannot be written: ${(error as Error).message} Check S3_ENDPOINT and its keys`)
    } finally {
      await opened.close()
    }
  }
  if (config.database.serverUrl === null) return ok(`one process, with its files in ${config.dataDir}`)
  const machines = await machinesOn(config.database.serverUrl)
  if (machines > 1)
    return problem(
      `processes on ${machines} machines use this database, and each keeps files in its own DATA_DIR. Set S3_ENDPOINT, S3_BUCKET and its keys`,
    )
  return note(`files are in ${config.dataDir}: several web processes need that folder in common, or S3_ENDPOINT, S3_BUCKET and its keys`)
}

async function machinesOn(url: string): Promise<number> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ machines: number }>(
      `select count(distinct coalesce(host(client_addr), 'here'))::int as machines from pg_stat_activity
       where datname = current_database() and application_name = 'marketplace presence'`,
    )
    return rows[0]!.machines
  } finally {
    await client.end().catch(() => {})
  }
}

async function backups({ backup }: Config): Promise<Finding> {
  if (backup.to === null) return problem('no backup is made. Set BACKUP_TO, BACKUP_EVERY_HOURS and BACKUP_PASSPHRASE (docs/backup.md)')
  if (backup.passphrase === null)
    return problem('backups are not encrypted, and they hold addresses and messages. Set BACKUP_PASSPHRASE, and keep it elsewhere too')
  return backup.everyHours === 0
    ? note('none is made by itself: run npm run backup, or set BACKUP_EVERY_HOURS')
    : ok(`encrypted, every ${backup.everyHours} h`)
}

async function proxy({ publicUrl, trustedProxies }: Config): Promise<Finding> {
  const open = trustedProxies.find((range) => /^(?:0\.0\.0\.0|::)\/0$/.test(range))
  if (open !== undefined) return problem(`TRUSTED_PROXIES=${open} lets everybody name any address as theirs. Name the proxy alone`)
  if (trustedProxies.length > 0) return ok(`forwarding headers of ${trustedProxies.join(', ')} are believed`)
  return publicUrl.startsWith('https:')
    ? problem('a proxy ends https before this service, and it is not named: all visitors count as one address. Set TRUSTED_PROXIES')
    : note('no proxy is named: if one is in front, set TRUSTED_PROXIES to its address')
}
