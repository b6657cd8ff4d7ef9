// `npm run operator -- grant you@example.com` makes the account an operator, `revoke` removes the role, and the audit log records both. The
// command needs no password, because anyone who can run it can change the database anyway. Stop a service on the embedded database first:
// only one process can own it.
import { openDatabase } from '#platform/database/index.ts'
import { readConfig } from '#platform/config/index.ts'
import { inTransaction, type Context, type Tx } from '#platform/context/index.ts'
import { setOperator } from '#identity/accounts/suspend.ts'
import { note, SHELL } from '#admin/audit/index.ts'
import { kyselyOn, migrate, openPools } from '#platform/db/index.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

const [verb, email] = process.argv.slice(2)
try {
  if ((verb !== 'grant' && verb !== 'revoke') || !email)
    throw new Error('Name the action and the email: npm run operator -- grant you@example.com')
  console.log(await change(email, verb === 'grant'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
process.exit(0)

async function change(email: string, isOperator: boolean): Promise<string> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const database = await openDatabase({ url: config.database.serverUrl, dataDir: config.dataDir }, log)
  try {
    await migrate(database.connection, { log })
    const pools = openPools(database.connection, { log })
    try {
      const ctx = { config, log, db: kyselyOn(pools.requests), now: () => new Date() } as unknown as Context
      return await inTransaction(ctx, (tx) => write(tx, email, isOperator))
    } finally {
      await pools.end()
    }
  } finally {
    await database.stop()
  }
}

/**
 * Returns a hint about the second factor (spec: completions 12), or an empty string. A function declaration, because the top-level await
 * above calls it before this line runs.
 */
function secondFactor({ config }: Context): string {
  return config.mode === 'public'
    ? `\nOperator pages require a second factor: set up a passkey or authenticator codes at ${config.publicUrl}/you/settings#ways-in`
    : ''
}

async function write(tx: Tx, email: string, isOperator: boolean): Promise<string> {
  const account = await setOperator(tx, email, isOperator)
  if (!account) throw new Error(`No account has the email ${email}. Sign up first, at ${tx.config.publicUrl}/sign-up`)
  const { id, name, before } = account
  const message = isOperator
    ? `${name} is now an operator: sign in and open ${tx.config.publicUrl}/operator${secondFactor(tx)}`
    : `${name} is no longer an operator.`
  if (before === isOperator) return message
  await note(tx, SHELL, {
    verb: isOperator ? 'operator.grant' : 'operator.revoke',
    subject: { kind: 'account', id },
    reason: null,
    before: { operator: before },
    after: { operator: isOperator },
  })
  return message
}
