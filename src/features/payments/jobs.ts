import type { WorkerParts } from '#lib/jobs.ts'
import { lookAfterDeposits } from './attempt.ts'

export const paymentWorker: WorkerParts = { sweeps: [{ name: 'open deposits', run: lookAfterDeposits }] }
