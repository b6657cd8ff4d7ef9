// Checks that `npm run doctor` performs only in public mode. They cover features that a public service needs, such as email, but without
// which the service can start.
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
  if (mail.kind !== 'smtp') return problem('no mail is sent, so users cannot confirm an email or reset a password. Set SMTP_URL')
  try {
    await checkSmtp(mail.url)
    return ok(`the mail server in SMTP_URL accepts mail: ${new URL(mail.url).host}`)
  } catch (error) {
    return problem(`${(error as Error).message} Check SMTP_URL: ${new URL(mail.url).host}`)
  }
}

async function payments({ payments }: Config): Promise<Finding> {
  if (payments.kind === 'off') return note('off: orders cannot be paid. PAYMENTS=stripe accepts cards')
  if (payments.kind === 'test') return problem('PAYMENTS=test accepts fake payments from anyone. Set PAYMENTS=stripe or off')
  try {
    await createClient(payments).events.list({ limit: 1 })
  } catch (error) {
    const { statusCode, message } = error as { statusCode?: number; message: string }
    return problem(
      statusCode === 401 || statusCode === 403
        ? `Stripe rejects STRIPE_SECRET_KEY (${statusCode}). Copy it again from the dashboard, with the right to read events`
        : `Stripe does not respond: ${message}`,
    )
  }
  if (/^[rs]k_test_/.test(payments.secretKey)) return note('Stripe responds, in test mode: no real money moves. Use live keys to sell')
  return payments.publishableKey === null
    ? note('Stripe responds; without STRIPE_PUBLISHABLE_KEY, buyers pay on a Stripe page')
    : ok('Stripe responds')
}

async function storage(config: Config): Promise<Finding> {
  if (config.storage.kind === 's3') {
    const opened = await openStorage(config)
    try {
      const key = `doctor/${process.pid}-${Date.now()}`
      await opened.put(key, Buffer.from('doctor'), 'text/plain')
      await opened.delete(key)
      return ok(`the bucket ${config.storage.bucket} is writable`)
    } catch (error) {
      return problem(`the bucket ${config.storage.bucket} is not writable: ${(error as Error).message} Check S3_ENDPOINT and its keys`)
    } finally {
      await opened.close()
    }
  }
  if (config.database.serverUrl === null) return ok(`one process, with its files in ${config.dataDir}`)
  const machines = await machinesOn(config.database.serverUrl)
  if (machines > 1)
    return problem(
      `processes on ${machines} machines use this database, and each stores files in its own DATA_DIR. Set S3_ENDPOINT, S3_BUCKET and its keys`,
    )
  return note(`files are in ${config.dataDir}: several web processes must share that folder, or use S3_ENDPOINT, S3_BUCKET and its keys`)
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
  if (backup.to === null) return problem('no backups are made. Set BACKUP_TO, BACKUP_EVERY_HOURS and BACKUP_PASSPHRASE (docs/backup.md)')
  if (backup.passphrase === null)
    return problem('backups contain addresses and messages but are not encrypted. Set BACKUP_PASSPHRASE, and store a copy elsewhere')
  return backup.everyHours === 0
    ? note('no automatic backups: run npm run backup, or set BACKUP_EVERY_HOURS')
    : ok(`encrypted, every ${backup.everyHours} h`)
}

async function proxy({ publicUrl, trustedProxies }: Config): Promise<Finding> {
  const open = trustedProxies.find((range) => /^(?:0\.0\.0\.0|::)\/0$/.test(range))
  if (open !== undefined) return problem(`TRUSTED_PROXIES=${open} lets any client fake its address. Name only your proxy`)
  if (trustedProxies.length > 0) return ok(`trusts forwarding headers from ${trustedProxies.join(', ')}`)
  return publicUrl.startsWith('https:')
    ? problem(
        'a proxy terminates https in front of this service but is not trusted, so all visitors count as one address. Set TRUSTED_PROXIES',
      )
    : note('no trusted proxy. If the service is behind a proxy, set TRUSTED_PROXIES to its address')
}
