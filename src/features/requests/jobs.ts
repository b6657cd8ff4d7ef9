import type { WorkerParts } from '#lib/jobs.ts'
import { forgetRequests } from './service.ts'

export const requestWorker: WorkerParts = { sweeps: [{ name: 'forget requests', run: forgetRequests }] }
