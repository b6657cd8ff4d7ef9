import type { WorkerParts } from '#platform/jobs.ts'
import { passNews, TELL, tellPlatform } from './news.ts'

export const checkoutWorker: WorkerParts = {
  onEvents: passNews,
  jobs: [{ name: TELL, run: tellPlatform }],
}
