import type { WorkerParts } from '#platform/jobs/index.ts'
import { deliveryLoop } from './delivery/worker.ts'
import { fanOut } from './fan-out.ts'

export const webhookWorker: WorkerParts = {
  onEvents: fanOut,
  loops: [deliveryLoop],
}
