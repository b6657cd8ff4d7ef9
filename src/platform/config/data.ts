import { resolve } from 'node:path'
import { ConfigError, databaseUrl, integer, oneOf, onOff, required, text, url, type Env } from './values.ts'

/**
 * Kind of connection pooler. `transaction`: named statements do not work. `prepared`: the pooler supports named statements, as PgBouncer
 * does since version 1.21.
 */
type Pooler = 'off' | 'transaction' | 'prepared'

type Database = {
  url: string | null
  /** Connection URL that leads directly to the database server. Required if `url` points to a pooler. */
  directUrl: string | null
  serverUrl: string | null
  pooler: Pooler
  replicaUrl: string | null
  pools: { requests: number; jobs: number }
  patience: number
}

type Disk = { kind: 'disk' }
type S3 = { kind: 's3'; endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }

/** Backup settings. `to: null`: there is no backup target. `everyHours: 0`: backups are not scheduled. */
type Backup = {
  to: (Disk & { folder: string }) | S3 | null
  passphrase: string | null
  everyHours: number
  keep: number
  pictures: boolean
}

export function database(env: Env): Database {
  const pooler = oneOf(env, 'DATABASE_POOLER', ['off', 'transaction', 'prepared'], 'off')
  const [url, directUrl] = [databaseUrl(env, 'DATABASE_URL'), databaseUrl(env, 'DATABASE_DIRECT_URL')]
  if (pooler !== 'off' && url === null)
    throw new ConfigError(`DATABASE_URL is missing: DATABASE_POOLER=${pooler} is set, so DATABASE_URL must be the address of that pooler.`)
  if (pooler !== 'off' && directUrl === null)
    throw new ConfigError(
      `DATABASE_DIRECT_URL is missing: with DATABASE_POOLER=${pooler}, migrations, locks and notifications need a direct connection to the server.`,
    )
  if (pooler === 'off' && directUrl !== null)
    throw new ConfigError(
      'DATABASE_DIRECT_URL is only for a DATABASE_URL that points to a pooler. Set DATABASE_POOLER too, or unset DATABASE_DIRECT_URL.',
    )
  const pools = { requests: integer(env, 'DATABASE_POOL', 10, 1, 1_000), jobs: integer(env, 'DATABASE_JOBS_POOL', 10, 4, 1_000) }
  const replicaUrl = databaseUrl(env, 'DATABASE_REPLICA_URL')
  return { url, directUrl, serverUrl: directUrl ?? url, pooler, replicaUrl, pools, patience: integer(env, 'DATABASE_PATIENCE', 1, 1, 60) }
}

export function storage(env: Env): Disk | S3 {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (names.every((name) => text(env, name) === null)) return { kind: 'disk' }
  const missing = names.find((name) => text(env, name) === null)
  if (missing) throw new ConfigError(`${missing} is missing: set all of ${names.join(', ')} for S3 storage, or none of them.`)
  return {
    kind: 's3',
    endpoint: url(env, 'S3_ENDPOINT')!,
    region: text(env, 'S3_REGION') ?? 'us-east-1',
    bucket: text(env, 'S3_BUCKET')!,
    accessKeyId: text(env, 'S3_ACCESS_KEY_ID')!,
    secretAccessKey: text(env, 'S3_SECRET_ACCESS_KEY')!,
  }
}

export function backup(env: Env): Backup {
  const to = backupDestination(env)
  const everyHours = integer(env, 'BACKUP_EVERY_HOURS', 0, 0, 8_760)
  if (everyHours > 0 && to === null) throw new ConfigError('BACKUP_TO is missing: BACKUP_EVERY_HOURS needs a target for backups.')
  const passphrase = text(env, 'BACKUP_PASSPHRASE')
  if (passphrase !== null && passphrase.length < 12) throw new ConfigError('BACKUP_PASSPHRASE must have at least 12 characters.')
  return { to, passphrase, everyHours, keep: integer(env, 'BACKUP_KEEP', 14, 1, 10_000), pictures: onOff(env, 'BACKUP_PICTURES', true) }
}

/** Unset BACKUP_S3_… settings default to the settings of the image storage. */
function backupDestination(env: Env): Backup['to'] {
  const raw = text(env, 'BACKUP_TO')
  if (raw === null) return null
  if (!/^\w+:\/\//.test(raw)) return { kind: 'disk', folder: resolve(raw) }
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(raw)?.[1]
  if (!bucket) throw new ConfigError('BACKUP_TO must be a folder, or a bucket such as s3://market-backups.')
  const part = (name: string) =>
    text(env, `BACKUP_S3_${name}`) ?? required(env, `S3_${name}`, `BACKUP_TO=${raw} requires it, or BACKUP_S3_${name}`)
  return {
    kind: 's3',
    endpoint: url(env, 'BACKUP_S3_ENDPOINT') ?? url(env, 'S3_ENDPOINT') ?? part('ENDPOINT'),
    region: text(env, 'BACKUP_S3_REGION') ?? text(env, 'S3_REGION') ?? 'us-east-1',
    bucket,
    accessKeyId: part('ACCESS_KEY_ID'),
    secretAccessKey: part('SECRET_ACCESS_KEY'),
  }
}
