import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#platform/context/index.ts'

/** The password of all demo users, and the API key of one demo user. */
export type Access = { key: string; password: string }

const fileOf = ({ config }: Pick<Context, 'config'>): string => join(config.dataDir, 'demo.env')

/**
 * Stores the credentials as shell variables in a file that only the owner of the data folder can read. Later startups print the credentials
 * from this file, because the database contains only hashes.
 */
export async function storeAccess(ctx: Pick<Context, 'config'>, { key, password }: Access): Promise<void> {
  await mkdir(ctx.config.dataDir, { recursive: true })
  const half = `${fileOf(ctx)}.new`
  await writeFile(half, `BASE=${ctx.config.programsUrl}/v1\nKEY=${key}\nPASSWORD=${password}\n`, { mode: 0o600, flush: true })
  await rename(half, fileOf(ctx))
}

/** Returns the credentials that an earlier startup stored, or null if the file is missing. */
export async function readAccess(ctx: Pick<Context, 'config'>): Promise<Access | null> {
  const text = await readFile(fileOf(ctx), 'utf8').catch(() => '')
  const value = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(text)?.[1]
  const [key, password] = [value('KEY'), value('PASSWORD')]
  return key && password ? { key, password } : null
}
