import type { Statement } from '@resale/sdk'
import type { Command } from 'commander'
import { limitOf } from './numbers.ts'
import { dollars } from './output.ts'
import { signedIn, take, type SignedIn } from './run.ts'

/** Adds the commands for statements of a seller's earnings. */
export function statementCommands(program: Command): void {
  const statements = program.command('statements').description('what you earned, month by month')
  statements
    .command('list', { isDefault: true })
    .description('list monthly statements, newest first')
    .option('--limit <number>', 'maximum number', limitOf, 12)
    .action(signedIn(listStatements))
  statements
    .command('show <period>')
    .description('show a month (2026-11) or a year (2026)')
    .action(signedIn(async ({ resale, out }, period: string) => showStatement(out, await resale.statements.get(period))))
  statements
    .command('export <period>')
    .description('print every change to your balance in a month or a year as CSV')
    .action(signedIn(exportStatement))
}

async function listStatements({ resale, out }: SignedIn, { limit }: { limit: number }): Promise<void> {
  out.table(await take(resale.statements.list({ limit: Math.min(limit, 100) }), limit), {
    period: ({ period }) => period,
    paid: ({ paid }) => dollars(paid),
    refunded: ({ refunded }) => dollars(refunded),
    fees: ({ fees }) => dollars(fees),
    'paid out': ({ paid_out }) => dollars(paid_out),
    held: ({ closing }) => dollars(closing.held),
    available: ({ closing }) => dollars(closing.available),
  })
}

async function exportStatement({ resale, out }: SignedIn, period: string): Promise<void> {
  const csv = await resale.statements.export(period)
  out.line({ csv }, () => csv.trimEnd())
}

const showStatement = (out: SignedIn['out'], statement: Statement): void =>
  out.record(statement, () => [
    `${statement.period}: ${statement.final ? 'final' : 'not ended'}`,
    `${dollars(statement.paid)} paid by buyers, ${dollars(statement.refunded)} refunded, ${dollars(statement.fees)} fees`,
    `${dollars(statement.labels)} labels, ${dollars(statement.chargebacks)} chargebacks, ${dollars(statement.paid_out)} sent to you`,
    `${dollars(statement.closing.held)} held and ${dollars(statement.closing.available)} available at the end`,
  ])
