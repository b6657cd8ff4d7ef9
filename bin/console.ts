// `npm run console` starts the service with a REPL that can use its context, `ctx`. Stop a service on the embedded database first:
// only one process can own it.
//   > (await ctx.db.selectFrom('listings').select(['id', 'title']).limit(3).execute())
//   > const offers = await load('commerce/offers/index.ts')
//   > await inTransaction(ctx, (tx) => offers.acceptOffer(tx, …))
import { join } from 'node:path'
import repl from 'node:repl'
import { pathToFileURL } from 'node:url'
import './tsx.js'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

const { readConfig } = await import('#platform/config/index.ts')
const { inTransaction } = await import('#platform/context/index.ts')
const { firstFree } = await import('#platform/process/free-port.ts')
const { createLog } = await import('#platform/telemetry/log.ts')
const { startService } = await import('#service/service.ts')
const { sql } = await import('kysely')

const settings = readConfig()
const port = await firstFree(settings.port, settings.host)
const config = port === null ? settings : readConfig(undefined, port)
const { ctx, stop } = await startService(config, 'web', createLog('warn')).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
console.log(
  `The service runs at ${config.publicUrl}. Available here: ctx, inTransaction, sql, load('commerce/…/index.ts'). Press Ctrl-D to stop both.`,
)
const prompt = repl.start({ prompt: '> ' })
const load = (path: string): Promise<unknown> => import(pathToFileURL(join(import.meta.dirname, '../src', path)).href)
Object.assign(prompt.context, { ctx, inTransaction, sql, load })
prompt.on('exit', () => void stop().then(() => process.exit(0)))
