import type { WorkerParts } from '#lib/jobs.ts'

export const paymentWorker: WorkerParts = {}
