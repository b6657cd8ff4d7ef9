import type { WorkerParts } from '#platform/jobs/index.ts'
import { closeUnpaidGuests } from './close.ts'

export const guestWorker: WorkerParts = { periodicJobs: [{ name: 'unpaid guests', tidies: true, run: closeUnpaidGuests }] }
