import type { WorkerParts } from '#lib/jobs.ts'

export const researchWorker: WorkerParts = {}
