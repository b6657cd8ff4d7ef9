import type { WorkerParts } from '#platform/jobs/index.ts'
import { fetchWanted } from './index.ts'

export const wantedPhotoWorker: WorkerParts = {
  jobs: [{ name: 'fetch_photos', run: (ctx, { accountId }: { accountId: string }) => fetchWanted(ctx, accountId) }],
}
