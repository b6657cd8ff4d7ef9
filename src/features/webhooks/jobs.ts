import type { WorkerParts } from '#lib/jobs.ts'
import { deliveryLoop } from './delivery/worker.ts'
import { fanOut } from './fan-out.ts'
import { forgetDeliveries } from './service.ts'

export const webhookWorker: WorkerParts = {
  sweeps: [{ name: 'webhook deliveries', run: forgetDeliveries }],
  onEvents: fanOut,
  loops: [deliveryLoop],
}
