import type { WorkerParts } from '#platform/jobs/index.ts'
import { enqueueDigests, sendDigest } from './digest.ts'
import { enqueueFanOuts, fanOut } from './fan-out.ts'

export const likeAlertWorker: WorkerParts = {
  jobs: [
    { name: 'like_fan_out', run: fanOut },
    { name: 'like_digest', run: sendDigest },
  ],
  periodicJobs: [
    { name: 'like changes', run: enqueueFanOuts },
    { name: 'like digests', run: enqueueDigests },
  ],
}
