import { Command } from 'commander'
import { accountCommands } from './account.ts'
import { addressCommands, blockCommands, searchCommands } from './buying.ts'
import { completionCommands } from './completion.ts'
import { offerCommands, orderCommands } from './deals.ts'
import { doctorCommand } from './doctor.ts'
import { listenCommands } from './listen.ts'
import { listingCommands } from './listings.ts'
import { openCommand } from './places.ts'
import { purchaseCommands, returnCommands } from './purchases.ts'
import { serviceCommands } from './service.ts'
import { replyCommands } from './replies.ts'
import { withoutKey } from './run.ts'
import { saleCommands } from './sales.ts'
import { statementCommands } from './statements.ts'
import { tailCommand } from './tail.ts'

export function createProgram(version: string): Command {
  const program = new Command('resale')
    .description('The resale marketplace from a terminal.')
    .version(version)
    .option('--json', 'print JSON records instead of tables')
    .option('--url <address>', 'address of the service; default: RESALE_URL, or the service you signed in to')
    .exitOverride()
  const groups = [
    accountCommands,
    listingCommands,
    saleCommands,
    offerCommands,
    orderCommands,
    purchaseCommands,
    returnCommands,
    statementCommands,
    searchCommands,
    addressCommands,
    replyCommands,
    blockCommands,
    openCommand,
    tailCommand,
    listenCommands,
    mcpCommand,
    serviceCommands,
    doctorCommand,
    completionCommands,
  ]
  for (const add of groups) add(program)
  everyCommand(program, (command, path) => command.exitOverride().showHelpAfterError(`Run ${path} --help for the commands and options.`))
  return program
}

function mcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('connect an AI assistant to the market with MCP over stdio')
    // loaded on first use, because the MCP library is larger than the rest of the CLI
    .action(withoutKey(async (run) => (await import('./mcp.ts')).carryMessages(run)))
}

/** Calls `change` for each command. `words` is the command's full name, such as `resale offers counter`. */
function everyCommand(command: Command, change: (command: Command, path: string) => void, path = command.name()): void {
  change(command, path)
  for (const one of command.commands) everyCommand(one, change, `${path} ${one.name()}`)
}
