import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Context, Person, Tx, Core } from '#platform/context/index.ts'
import { lockQuota, overQuota } from '#identity/quotas/index.ts'
import { conflict, notFound } from '#platform/errors/index.ts'
import { enqueue } from '#platform/jobs/index.ts'
import { batchResult, forEachDue, type BatchResult } from '#platform/jobs/periodic.ts'
import { makeTempFolder } from '#platform/files/temp-folder.ts'
import { writeArchive } from './archive.ts'
import * as queries from './queries.ts'
import type { ExportRow } from './queries.ts'

const RETENTION_MS = 7 * 86_400_000
const LONGEST_BUILD_MS = 3600_000
const DELETE_AT_ONCE = 50

/**
 * Starts an export of everything that the account owns (spec: completions 3). If an export is already running, returns that export. Errors:
 * 409 `quota`.
 */
export async function startExport(tx: Tx, actor: Person): Promise<ExportRow> {
  const room = await lockQuota(tx, actor.accountId, 'exports')
  const running = await queries.findRunningExport(tx.db, actor.accountId)
  if (running) return running
  if (room === 0) throw overQuota(tx, 'exports')
  const now = tx.now()
  const row = await queries.insertExport(tx.db, {
    id: tx.newId('exp'),
    account_id: actor.accountId,
    created_at: now,
    expires_at: new Date(now.getTime() + RETENTION_MS),
  })
  await enqueue(tx, 'build_export', { id: row.id })
  return row
}

export const listExports = (ctx: Core, actor: Person, by: { limit: number; offset: number }) =>
  queries.listExports(ctx.db, { accountId: actor.accountId, now: ctx.now(), ...by })

/** Returns an export. Errors: 404 if the export has expired or belongs to another account. */
export async function readExport(ctx: Core, actor: Person, id: string): Promise<ExportRow> {
  const row = await queries.findExport(ctx.db, actor.accountId, id, ctx.now())
  if (!row) throw notFound('export')
  return row
}

/** Opens the archive of an export. Errors: 404; 409 if the export is still running. */
export async function openArchive(ctx: Context, actor: Person, id: string): Promise<{ stream: Readable; size: number }> {
  const row = await readExport(ctx, actor, id)
  if (row.storage_key === null) throw conflict(`This export is ${row.status}. Only a finished export has an archive.`)
  const stored = await ctx.storage.read(row.storage_key)
  if (!stored) throw notFound('export')
  return stored
}

/**
 * Builds and stores an archive. If it runs a second time, it overwrites the first archive. After an error, marks the export as failed, so
 * that the owner can request a new export.
 */
export async function buildExport(ctx: Context, id: string): Promise<void> {
  const row = await queries.findExportToBuild(ctx.db, id)
  if (!row) return
  const folder = await makeTempFolder()
  try {
    const path = join(folder.path, 'export.zip')
    await writeArchive(ctx, row.account_id, path)
    await ctx.storage.put(keyOf(id), { path }, 'application/zip')
    const { size } = await stat(path)
    if (!(await queries.finishExport(ctx.db, id, { storage_key: keyOf(id), bytes: size }))) await ctx.storage.delete(keyOf(id))
  } catch (error) {
    ctx.log.error({ err: error, export: id }, 'an export failed')
    await queries.failExport(ctx.db, id)
  } finally {
    await folder.remove()
  }
}

/** Deletes archives after 7 days. Marks an export as failed if it has been running for more than an hour. */
export async function deleteExpiredExports(ctx: Context, stopped: AbortSignal): Promise<BatchResult> {
  await queries.failExportsBefore(ctx.db, new Date(ctx.now().getTime() - LONGEST_BUILD_MS))
  const remove = async ({ id }: { id: string }) => {
    await ctx.storage.delete(keyOf(id))
    await queries.deleteExport(ctx.db, id)
  }
  const failed = (error: unknown, { id }: { id: string }) =>
    ctx.log.warn({ err: error, export: id }, 'an archive could not be deleted and will be retried')
  const expired = await queries.expiredExports(ctx.db, ctx.now(), DELETE_AT_ONCE)
  const done = await forEachDue(expired, stopped, remove, failed)
  return batchResult(expired, { limit: DELETE_AT_ONCE, done })
}

/** Expires all exports of an account that is being closed. A periodic job then deletes the files. */
export const endExports = (tx: Tx, accountId: string): Promise<void> => queries.expireExportsOf(tx.db, accountId, tx.now())

const keyOf = (id: string): string => `exports/${id}.zip`
