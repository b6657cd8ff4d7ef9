import { join } from 'node:path'
import { createQueryVectors } from '#catalog/browse/semantic/query-vectors.ts'
import type { SearchEngine } from '#search/engine.ts'
import { noSearchEngine, startSearchEngine, type MeaningParts } from '#catalog/browse/search/engine.ts'
import { startServerEngine } from '#catalog/browse/search/opensearch/engine.ts'
import type { SearchServer } from '#platform/opensearch/index.ts'
import type { Providers } from '#platform/providers/index.ts'
import type { Role } from './role.ts'

/** Creates this process's search engine. The engine has no index in a worker, or when Postgres performs the searches. */
export function engineOf(
  deps: Parameters<typeof createQueryVectors>[0],
  role: Role,
  { providers, searchServer }: { providers: Providers; searchServer: SearchServer | null },
): SearchEngine {
  const { config, log, metrics } = deps
  if (role === 'worker') return noSearchEngine
  if (!searchServer)
    return config.searchIndex
      ? startSearchEngine(deps, meaningOf(deps, providers), { folder: join(config.dataDir, 'search') })
      : noSearchEngine
  const engine = startServerEngine({ log }, searchServer, config.searchServer!.prefix)
  metrics.gauge('search_server_away', '1 if the search server is unavailable, otherwise 0', () => (engine.isAway() ? 1 : 0))
  return engine
}

function meaningOf(deps: Parameters<typeof createQueryVectors>[0], { embedder }: Providers): MeaningParts | null {
  const { least, megabytes } = deps.config.embedding
  return embedder ? { queries: createQueryVectors(deps, embedder), least, bytes: megabytes * 2 ** 20 } : null
}
