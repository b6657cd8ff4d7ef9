import type { WorkerParts } from '#platform/jobs/index.ts'
import { expirePurchases } from './cancel.ts'

export const purchaseWorker: WorkerParts = { sweeps: [{ name: 'due purchases', run: expirePurchases }] }
