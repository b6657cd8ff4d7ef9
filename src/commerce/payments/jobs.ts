import type { WorkerParts } from '#platform/jobs/index.ts'
import { reconcileDeposits } from './attempt.ts'

export const paymentWorker: WorkerParts = { sweeps: [{ name: 'open deposits', asks: 'payments', run: reconcileDeposits }] }
