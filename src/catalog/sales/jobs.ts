import type { WorkerParts } from '#platform/jobs/index.ts'
import { enqueueDueSales, runSale } from './run.ts'

export const saleWorker: WorkerParts = {
  jobs: [{ name: 'sale', run: runSale }],
  periodicJobs: [{ name: 'sales', run: enqueueDueSales }],
}
