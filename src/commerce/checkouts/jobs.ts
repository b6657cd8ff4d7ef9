import type { WorkerParts } from '#platform/jobs/index.ts'
import { queueOrderUpdates, ORDER_UPDATE_JOB, sendOrderUpdate } from './order-updates.ts'

export const checkoutWorker: WorkerParts = {
  onEvents: queueOrderUpdates,
  jobs: [{ name: ORDER_UPDATE_JOB, run: sendOrderUpdate }],
}
