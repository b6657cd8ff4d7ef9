import type { WorkerParts } from '#lib/jobs.ts'
import { sweepShownChanges } from './kept/service.ts'
import { embeddingLoop } from './meaning/loop.ts'
import { sweepChanges } from './search/service.ts'

export const marketWorker: WorkerParts = {
  sweeps: [
    { name: 'market changes', run: sweepChanges },
    { name: 'shown changes', run: sweepShownChanges },
  ],
  loops: [embeddingLoop],
}
