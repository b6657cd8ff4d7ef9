import type { WorkerParts } from '#platform/jobs.ts'
import { lookAfterCases } from './look.ts'

export const providerEventWorker: WorkerParts = { sweeps: [{ name: 'open cases', asks: 'payments', run: lookAfterCases }] }
