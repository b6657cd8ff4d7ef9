import type { WorkerParts } from '#platform/jobs/index.ts'
import { sendPush, enqueueDuePushes } from './send.ts'

export const pushWorker: WorkerParts = {
  jobs: [{ name: 'send_push', run: sendPush }],
  periodicJobs: [{ name: 'pushes', run: enqueueDuePushes }],
}
