import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inTransaction, type Context } from '#context.ts'
import { base62 } from '#domain/secrets.ts'
import * as accounts from '#features/accounts/service.ts'

/**
 * What a start prints: addresses, a key that works, and what to type next. In local mode an empty database gets a
 * first account; its key and password stay in a file of the data folder that only its owner reads, so that the
 * next start can print them again.
 */
export async function firstStart(ctx: Context, port: number): Promise<string> {
  const { config } = ctx
  const access = config.demo ? await devAccess(ctx) : null
  if (!process.stdout.isTTY && config.mode === 'public') return `${JSON.stringify({ event: 'ready', url: config.publicUrl, port })}\n`
  return [
    '',
    `  resale ${config.version}   ${config.mode} mode   Node ${process.versions.node}`,
    '',
    `  Marketplace   ${config.publicUrl}`,
    `  API           ${config.publicUrl}/v1`,
    `  Reference     ${config.publicUrl}/v1/openapi.json`,
    ...(access === null ? [] : ['', `  Sign in       ${access.email}   ${access.password}`, '', '  Try the API', `    export BASE=${config.publicUrl}/v1`, `    export KEY=${access.key}`, '    curl $BASE/me -H "Authorization: Bearer $KEY"']),
    '',
    '',
  ].join('\n')
}

type Access = { email: string; password: string; key: string }

async function devAccess(ctx: Context): Promise<Access | null> {
  const file = join(ctx.config.dataDir, 'first-account.json')
  const known = await readFile(file, 'utf8').then((text) => JSON.parse(text) as Access, () => null)
  if (await accounts.anyAccount(ctx)) return known
  const email = 'you@example.test'
  const password = base62(ctx.randomBytes(64), 16)
  const passwordHash = await accounts.hashPassword(password)
  return inTransaction(ctx, async (tx) => {
    const { key } = await accounts.openAccount(tx, { name: 'You', email, passwordHash })
    const access = { email, password, key: key.secret }
    // before the commit: a start that is killed here leaves a file that the next one writes anew, never an account without it
    await mkdir(ctx.config.dataDir, { recursive: true })
    await writeFile(file, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 })
    await chmod(file, 0o600)
    return access
  })
}
