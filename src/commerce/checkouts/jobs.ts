import type { WorkerParts } from '#platform/jobs/index.ts'
import { passNews, TELL, sendOrderUpdate } from './order-updates.ts'

export const checkoutWorker: WorkerParts = {
  onEvents: passNews,
  jobs: [{ name: TELL, run: sendOrderUpdate }],
}
