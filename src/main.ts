import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { scheduleGc } from '#platform/process/schedule-gc.ts'
import { firstFree } from '#platform/process/free-port.ts'
import { banner } from './service/banner.ts'
import { prepareDatabase } from './service/prepare-database.ts'
import { ConfigError, readConfig, type Config } from '#platform/config/index.ts'
import { removeOldTempFolders } from '#platform/files/temp-folder.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { GRACE_MS } from './service/grace-period.ts'
import { ROLES, type Role } from './service/role.ts'
import type { Service } from './service/service.ts'

/** Time, in ms, that a stopping process waits for its own start to complete. */
const START_MS = 5_000

/** Runs the service in the role that the command line names: `web`, `worker` or `all` (the default). */
export async function main(args: readonly string[]): Promise<void> {
  const role = (args[0] ?? 'all') as Role
  if (!ROLES.includes(role)) return fail(`Unknown role "${role}". Choose one of ${ROLES.join(', ')}.`)
  const starting = startOnPort(role)
  stopOnSignals(starting)
  try {
    const { service, notes } = await starting
    const { config, log } = service.ctx
    deleteLeftovers(config).catch((error: unknown) =>
      log.warn({ err: error }, 'temporary folders of earlier processes could not be deleted'),
    )
    scheduleGc()
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, (error) => {
        log.fatal({ err: error }, event)
        process.exit(1)
      })
    }
    if (role !== 'worker' && service.port !== null) process.stdout.write(banner({ config, port: service.port, demo: service.demo, notes }))
  } catch (error) {
    fail(startMessage(error))
  }
}

/**
 * Stops the service when the process receives SIGTERM or SIGINT. A worker may process its first jobs before its start is complete.
 * Therefore, after SIGTERM during the start, the process completes the start and then stops, unless this takes longer than `START_MS`.
 * SIGINT (Ctrl+C) during the start ends the process immediately.
 */
function stopOnSignals(starting: Promise<{ service: Service }>): void {
  const stopOnce = once(async (signal: 'SIGTERM' | 'SIGINT') => {
    const waitMs = signal === 'SIGTERM' ? START_MS : 0
    const untilStarted = setTimeout(() => process.exit(128 + constants.signals[signal]), waitMs)
    const { service } = await starting
    clearTimeout(untilStarted)
    service.ctx.log.info({ reason: signal }, 'stopping')
    setTimeout(() => process.exit(1), GRACE_MS + 5_000).unref()
    await service.stop()
    process.exit(0)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopOnce(signal))
}

/**
 * Removes temporary folders of killed processes. No operation takes a day, so a folder counts as abandoned if it is over a day older than
 * this process.
 */
const deleteLeftovers = ({ dataDir }: Config): Promise<unknown> =>
  Promise.all([tmpdir(), join(dataDir, 'work')].map((root) => removeOldTempFolders(root, new Date(performance.timeOrigin - 86_400_000))))

/**
 * Reads the settings. If no port is set and the default port is taken, uses the next free port and adds a note. A port that is set is never
 * changed.
 */
async function configWithPort(role: Role): Promise<{ config: Config; notes: string[] }> {
  const config = readConfig()
  if (role === 'worker' || !config.portIsDefault) return { config, notes: [] }
  const port = await firstFree(config.port, config.host)
  if (port === null || port === config.port) return { config, notes: [] }
  return {
    config: readConfig(undefined, port),
    notes: [`port ${config.port} is in use: running on ${port}. Set PORT to choose another.`],
  }
}

/** Retries if another process takes the port after the check. */
async function startOnPort(role: Role, tries = 3): Promise<{ service: Service; notes: string[] }> {
  const { config, notes } = await configWithPort(role)
  try {
    const log = createLog(config.logLevel)
    // On the first startup, a child process creates the database cluster while this process loads its modules. On later startups, this
    // process contacts the server only after loading, because loading blocks the event loop.
    const opening = config.database.url === null ? prepareDatabase(config, log) : undefined
    opening?.catch(() => {})
    const { startService } = await import('./service/service.ts')
    return { service: await startService(config, role, log, opening), notes }
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE' || !config.portIsDefault || tries === 1) throw error
    return startOnPort(role, tries - 1)
  }
}

const once = <A extends unknown[]>(run: (...args: A) => Promise<void>) => {
  let done = false
  return (...args: A) => {
    if (done) return
    done = true
    run(...args).catch(() => process.exit(1))
  }
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function startMessage(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'EADDRINUSE') return `${message}\nAnother program uses this port. Stop it, or choose another port: PORT=3001 npm start`
  return error instanceof Error && error.name.endsWith('Error') && error.name !== 'Error' && !error.name.startsWith('Type')
    ? (message ?? '')
    : String((error as Error).stack ?? error)
}
