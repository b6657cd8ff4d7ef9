import type { WorkerParts } from '#platform/jobs/index.ts'
import { deleteOldCacheChanges } from './cache/index.ts'
import { embeddingLoop } from './semantic/loop.ts'
import { deleteOldMarketChanges } from './search/index.ts'

export const marketWorker: WorkerParts = {
  periodicJobs: [
    { name: 'market changes', tidies: true, run: deleteOldMarketChanges },
    { name: 'shown changes', tidies: true, run: deleteOldCacheChanges },
  ],
  loops: [embeddingLoop],
}
