import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { EXIT, Failure } from './failures.ts'

/**
 * Adds commands that only work on the machine of the service, because no API key permits these actions. They run `npm run backup` and `npm
 * run restore`.
 */
export function serviceCommands(program: Command): void {
  for (const [name, text] of Object.entries(COMMANDS)) {
    program
      .command(`${name} [words...]`)
      .description(text)
      .option('--service <folder>', 'folder of the service; default: RESALE_SERVICE, or the current folder or its parents')
      .allowUnknownOption()
      .action(async (given: string[], { service }: { service?: string }) => {
        process.exitCode = await runScript(name, given, await serviceAt(service))
      })
  }
}

const COMMANDS = {
  backup: 'back up the service on this machine, with all its data and pictures, as `npm run backup` does (docs/backup.md)',
  restore: 'restore a backup, as `npm run restore` does; `restore --rehearse` only tests it',
} as const

const NAME = 'resale-marketplace'

/** Returns the given folder, or the nearest parent folder that contains the service. */
async function serviceAt(named: string | undefined): Promise<string> {
  // oxlint-disable-next-line node/no-process-env -- a command-line program is configured by its environment
  const start = resolve(named ?? process.env['RESALE_SERVICE'] ?? '.')
  for (let folder = start; ; folder = dirname(folder)) {
    if (await isService(folder)) return folder
    if (named !== undefined || dirname(folder) === folder) {
      throw new Failure(
        `There is no service in ${start}. Backups need access to the service’s machine; a key is not enough. Run this in the service’s folder, or set the folder with --service.`,
        EXIT.usage,
      )
    }
  }
}

async function isService(folder: string): Promise<boolean> {
  try {
    return (JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { name?: unknown }).name === NAME
  } catch {
    return false
  }
}

/** Runs an npm script. Signals from the terminal reach the script directly, because both processes share the terminal. */
async function runScript(name: string, args: readonly string[], folder: string): Promise<number> {
  const child = spawn('npm', ['run', '--silent', name, '--', ...args], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const [code] = await once(child, 'exit').catch((cause: unknown) => {
    throw new Failure('npm could not be started.', EXIT.failed, { cause })
  })
  return (code as number | null) ?? EXIT.failed
}
