import { randomBytes } from 'node:crypto'
import { ENDPOINTS, PROTOCOL_ENDPOINTS } from '#api/index.ts'
import { createResponseCache, openShownChanges } from '#catalog/browse/cache/index.ts'
import { createClock } from '#platform/context/clock.ts'
import { listenToAccountChanges } from '#platform/db/account-changes.ts'
import { kyselyOn } from '#platform/db/index.ts'
import { newId } from '#platform/context/ids.ts'
import { NO_CACHE, type ResponseCache } from '#platform/cache/response-cache.ts'
import { createLive } from '#platform/events/live.ts'
import { createRateLimits } from '#platform/limits/rate-limits.ts'
import { createSettings } from '#platform/settings/index.ts'
import { createRequestLog } from '#platform/telemetry/request-log.ts'
import { createUrls } from '#platform/context/urls.ts'
import { createUsage } from '#platform/limits/usage.ts'
import { createVisits } from '#platform/limits/visits.ts'
import type { Context } from '#platform/context/index.ts'
import type { Closers } from './closers.ts'
import type { Databases } from './open-database.ts'
import type { Services } from './open-services.ts'
import { engineOf } from './open-search.ts'
import type { Role } from './role.ts'
import { HOOKS } from './hooks.ts'

type Deps = Pick<Context, 'config' | 'log' | 'metrics'>

/** Creates the context of a process from opened resources and in-memory state. */
export async function openContext(deps: Deps, role: Role, opened: Databases & Services, closers: Closers): Promise<Context> {
  const { config, log, metrics } = deps
  const { database, presence, pools, db, replica, searchServer, ...outside } = opened
  const clock = createClock()
  const { now } = clock
  const search = engineOf({ config, db, log, metrics, now }, role, { providers: outside.providers, searchServer })
  closers.add(() => search.stop())
  const responseCache = openResponseCache({ ...deps, now }, role, opened, closers)
  const live = createLive({ now, chance: () => randomBytes(1)[0]! / 256 })
  const settings = createSettings({ config, db, log }, () => responseCache.clear())
  await settings.refresh()
  const listener = await listenToAccountChanges(database.connection, { ...live, settingsChanged: () => void settings.refresh() })
  closers.add(() => listener.stop())
  return {
    ...{ config, log, metrics, clock, now, newId, db, presence, search, responseCache, live, settings },
    ...outside,
    reads: replica?.reads ?? db,
    randomBytes: (size) => randomBytes(size),
    urls: createUrls(config),
    usage: createUsage(db, config.usageLimit),
    requestLog: createRequestLog(db),
    visits: createVisits(db),
    rateLimits: createRateLimits(config.rateLimits, { db: kyselyOn(pools.jobs), now, metrics }),
    hooks: HOOKS,
    endpoints: new Map([...ENDPOINTS, ...PROTOCOL_ENDPOINTS].map((endpoint) => [endpoint.id, endpoint])),
  }
}

function openResponseCache(
  { config, log, now }: Deps & Pick<Context, 'now'>,
  role: Role,
  { database }: Databases,
  closers: Closers,
): ResponseCache {
  const changes = openShownChanges(database.connection, config.database.patience)
  closers.add(() => changes.end())
  const bytes = role === 'worker' ? 0 : config.responseCacheMegabytes * 2 ** 20
  return bytes === 0 ? NO_CACHE : createResponseCache({ changes, log, now }, bytes)
}
