import type { WorkerParts } from '#platform/jobs/index.ts'
import { researchLoop } from './index.ts'

export const researchWorker: WorkerParts = { loops: [researchLoop] }
