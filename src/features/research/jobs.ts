import type { WorkerParts } from '#lib/jobs.ts'
import { researchLoop } from './service.ts'

export const researchWorker: WorkerParts = { loops: [researchLoop] }
