import type { WorkerParts } from '#platform/jobs.ts'
import { researchLoop } from './index.ts'

export const researchWorker: WorkerParts = { loops: [researchLoop] }
