import type { WorkerParts } from '#platform/jobs.ts'
import { sweepShownChanges } from './kept/index.ts'
import { embeddingLoop } from './meaning/loop.ts'
import { sweepChanges } from './search/index.ts'

export const marketWorker: WorkerParts = {
  sweeps: [
    { name: 'market changes', tidies: true, run: sweepChanges },
    { name: 'shown changes', tidies: true, run: sweepShownChanges },
  ],
  loops: [embeddingLoop],
}
