import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#platform/context/index.ts'

/** How the demo's people sign in, and the key of one of them. */
export type Access = { key: string; password: string }

const fileOf = ({ config }: Pick<Context, 'config'>): string => join(config.dataDir, 'demo.env')

/**
 * Keeps the key and the password where only the owner of the data folder reads them: the database has hashes
 * alone, and the next start prints them again. The form is that of a shell file.
 */
export async function keepAccess(ctx: Pick<Context, 'config'>, { key, password }: Access): Promise<void> {
  await mkdir(ctx.config.dataDir, { recursive: true })
  const half = `${fileOf(ctx)}.new`
  await writeFile(half, `BASE=${ctx.config.programsUrl}/v1\nKEY=${key}\nPASSWORD=${password}\n`, { mode: 0o600, flush: true })
  await rename(half, fileOf(ctx))
}

/** What an earlier start kept; null when the file is gone. */
export async function readAccess(ctx: Pick<Context, 'config'>): Promise<Access | null> {
  const text = await readFile(fileOf(ctx), 'utf8').catch(() => '')
  const value = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(text)?.[1]
  const [key, password] = [value('KEY'), value('PASSWORD')]
  return key && password ? { key, password } : null
}
