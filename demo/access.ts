import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#platform/context/index.ts'

/** Password of all demo people, and the API key of one. */
export type Access = { key: string; password: string }

const fileOf = ({ config }: Pick<Context, 'config'>): string => join(config.dataDir, 'demo.env')

/**
 * Stores key and password as a shell file that only the owner of the data folder can read. The database has only hashes, and the
 * next start prints them again.
 */
export async function keepAccess(ctx: Pick<Context, 'config'>, { key, password }: Access): Promise<void> {
  await mkdir(ctx.config.dataDir, { recursive: true })
  const half = `${fileOf(ctx)}.new`
  await writeFile(half, `BASE=${ctx.config.programsUrl}/v1\nKEY=${key}\nPASSWORD=${password}\n`, { mode: 0o600, flush: true })
  await rename(half, fileOf(ctx))
}

/** Reads what an earlier start stored; null when the file is gone. */
export async function readAccess(ctx: Pick<Context, 'config'>): Promise<Access | null> {
  const text = await readFile(fileOf(ctx), 'utf8').catch(() => '')
  const value = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(text)?.[1]
  const [key, password] = [value('KEY'), value('PASSWORD')]
  return key && password ? { key, password } : null
}
