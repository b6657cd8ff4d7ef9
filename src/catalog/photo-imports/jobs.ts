import type { WorkerParts } from '#platform/jobs/index.ts'
import { fetchPhotoImports } from './index.ts'

export const photoImportWorker: WorkerParts = {
  jobs: [{ name: 'fetch_photos', run: (ctx, { accountId }: { accountId: string }) => fetchPhotoImports(ctx, accountId) }],
}
