import type { WorkerParts } from '#platform/jobs/index.ts'
import { lookAfterDeposits } from './attempt.ts'

export const paymentWorker: WorkerParts = { sweeps: [{ name: 'open deposits', asks: 'payments', run: lookAfterDeposits }] }
