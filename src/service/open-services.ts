import { join } from 'node:path'
import { createEgress } from '#platform/egress/index.ts'
import { createImages } from '#platform/images/index.ts'
import { openSearchServer } from '#platform/opensearch/open.ts'
import type { SearchServer } from '#platform/opensearch/index.ts'
import type { Database } from '#platform/database/index.ts'
import { createTestPayments } from '#platform/payments/test.ts'
import type { Payments } from '#platform/payments/index.ts'
import { createTestShipping } from '#platform/shipping/test.ts'
import type { Shipping } from '#platform/shipping/index.ts'
import { openBackupStorage, openStorage } from '#platform/storage/open.ts'
import { openTarget } from '#platform/backup/target.ts'
import { scheduleBackups } from '#platform/backup/schedule.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { useTracer } from '#platform/telemetry/tracing.ts'
import type { Config } from '#platform/config/index.ts'
import type { Context } from '#platform/context/index.ts'
import { noMail, type Mail } from '#platform/mail/index.ts'
import type { Closers } from './closers.ts'
import { openProviders } from './open-providers.ts'
import type { Role } from './role.ts'

/** External services in the context, excluding the database. */
export type Services = Pick<
  Context,
  'storage' | 'images' | 'mail' | 'egress' | 'payments' | 'testPayments' | 'shipping' | 'testShipping' | 'providers'
> & {
  searchServer: SearchServer | null
}

/** Opens all external services that the settings specify. */
export async function openServices({ config, log }: Pick<Context, 'config' | 'log'>, role: Role, closers: Closers): Promise<Services> {
  const storage = await openStorage(config)
  closers.add(() => storage.close())
  const images = createImages()
  closers.add(() => images.close())
  const mail = await openMail(config, log)
  const egress = createEgress({ mode: config.mode, allow: config.outboundAllow })
  closers.add(() => egress.close())
  closers.add(await openTelemetry(config, role))
  const searchServer = config.searchServer && (await openSearchServer(config.searchServer.urls))
  if (searchServer) closers.add(() => searchServer.close())
  const [payments, testPayments, providers] = [await openPayments(config), createTestPayments(), await openProviders(config)]
  const [shipping, testShipping] = [await openShipping(config), createTestShipping()]
  return { storage, images, mail, egress, payments, testPayments, shipping, testShipping, providers, searchServer }
}

/** Starts telemetry. Loads the code only if a collector is configured, because loading it delays the startup by 0.1 s. */
async function openTelemetry({ telemetry, version }: Config, role: Role): Promise<() => Promise<void>> {
  if (telemetry === null) return async () => {}
  const { startTelemetry } = await import('#platform/telemetry/index.ts')
  const { tracer, stop } = startTelemetry({ ...telemetry, version, role })
  useTracer(tracer)
  return async () => {
    useTracer(null)
    await stop()
  }
}

/** Schedules automatic backups if the settings specify an interval. */
export async function startBackups(
  { config, log, metrics, storage, now }: Context,
  { connection }: Database,
): Promise<{ stop(): Promise<void> }> {
  const { to, passphrase, everyHours, keep, pictures } = config.backup
  if (to === null || everyHours === 0) return { stop: async () => {} }
  const target = await openBackupStorage(to)
  const source = { connection, storage: pictures ? storage : null, release: config.version }
  const backups = scheduleBackups({
    target: () => openTarget(target, passphrase, { create: true }),
    ...{ source, everyHours, keep, log, metrics, now },
  })
  return {
    async stop() {
      await backups.stop()
      await target.close()
    },
  }
}

async function openPayments({ payments }: Config): Promise<Payments | null> {
  if (payments.kind === 'off') return null
  if (payments.kind === 'test') return createTestPayments()
  const { createStripePayments } = await import('#platform/payments/stripe/index.ts')
  return createStripePayments(payments)
}

async function openShipping({ shipping }: Config): Promise<Shipping | null> {
  if (shipping.kind === 'off') return null
  if (shipping.kind === 'test') return createTestShipping()
  const { createEasyPostShipping } = await import('#platform/shipping/easypost.ts')
  return createEasyPostShipping(shipping)
}

async function openMail({ mail, mailFrom, dataDir }: Config, log: Log): Promise<Mail> {
  if (mail.kind === 'off') {
    log.warn('SMTP_URL is not set, so no mail is sent')
    return noMail
  }
  if (mail.kind === 'smtp') return (await import('#platform/mail/smtp.ts')).createSmtpMail({ url: mail.url, from: mailFrom })
  return (await import('#platform/mail/mailbox.ts')).createMailbox({ folder: join(dataDir, 'mail'), from: mailFrom })
}
