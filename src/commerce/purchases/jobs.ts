import type { WorkerParts } from '#platform/jobs/index.ts'
import { expirePurchases } from './cancel.ts'

export const purchaseWorker: WorkerParts = { periodicJobs: [{ name: 'due purchases', run: expirePurchases }] }
