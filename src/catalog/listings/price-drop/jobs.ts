import type { WorkerParts } from '#platform/jobs/index.ts'
import { runDueDrops } from './run.ts'

export const priceDropWorker: WorkerParts = { periodicJobs: [{ name: 'price drops', run: runDueDrops }] }
