import type { WorkerParts } from '#platform/jobs/index.ts'
import { sweepShownChanges } from './cache/index.ts'
import { embeddingLoop } from './semantic/loop.ts'
import { sweepChanges } from './search/index.ts'

export const marketWorker: WorkerParts = {
  sweeps: [
    { name: 'market changes', tidies: true, run: sweepChanges },
    { name: 'shown changes', tidies: true, run: sweepShownChanges },
  ],
  loops: [embeddingLoop],
}
