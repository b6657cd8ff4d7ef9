import { ButtonLink, Empty, Facts, Pager, Section, Table, Timestamp } from '#web/ui/index.ts'
import {
  api,
  call,
  dollarsText,
  page,
  pageAt,
  type PageRequest,
  sendApp,
  type Statement,
  type StatementLine,
} from '#web/framework/page/index.ts'
import { counted } from '#core/format/count.ts'
import { signedText } from '#core/format/money.ts'
import { monthYear } from '#core/format/time.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { STATEMENT_LINES } from './copy.ts'

/** `/app/statements` lists the months and years when the seller's balance changed. */
export const statementsPage = page({ path: '/app/statements', name: 'statements', show: sendList })

/** `/app/statements/2026-11` or `/app/statements/2026` lists the changes to the seller's balance in a printable table. */
export const statementPage = page({ path: '/app/statements/:period', name: 'statement', show: sendOne })

const LISTED = 24
const LINES = 100

async function sendList(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const { query, links } = pageAt(c, LISTED)
  const months = await call(ctx, viewer, api.listStatements, { query })
  const years = [...new Set(months.data.map(({ period }) => period.slice(0, 4)))]
  return sendApp(at, {
    current: 'payouts',
    title: 'Statements',
    intro: 'What buyers paid, what was deducted, and what we sent you. Months and years follow UTC.',
    apiCalls: ['GET /statements'],
    children: (
      <div class="stack">
        {months.data.length === 0 ? (
          <Empty icon="wallet" title="No statements yet">
            <p>Your first statement will appear when a buyer pays you.</p>
          </Empty>
        ) : (
          <>
            <Sums caption="Statements" statements={months.data} />
            <p>
              For your tax return:{' '}
              {years.map((year, index) => (
                <>
                  {index > 0 ? ', ' : ''}
                  <a href={ROUTES.statement(year)}>statement of {year}</a>
                </>
              ))}
            </p>
          </>
        )}
        <Pager {...links(months.total)} />
      </div>
    ),
  })
}

async function sendOne(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const period = c.req.param('period')!
  const params = { period }
  const { query, links } = pageAt(c, LINES)
  const statement = await call(ctx, viewer, api.getStatement, { params })
  const isYear = period.length === 4
  const [lines, months] = await Promise.all([
    isYear ? null : call(ctx, viewer, api.listStatementLines, { params, query }),
    isYear ? call(ctx, viewer, api.listStatements, { query: { limit: '100' } }) : null,
  ])
  const within = months?.data.filter((month) => month.period.startsWith(period)) ?? []
  return sendApp(at, {
    current: 'payouts',
    title: `Statement for ${nameOf(period)}`,
    intro: `Seller: ${viewer.name}. ${statement.final ? 'This statement is final.' : 'This period has not ended, so the statement can still change.'}`,
    actions: <ButtonLink href={`/v1/statements/${period}/export`} label="Download as CSV" />,
    apiCalls: [`GET /statements/${period}`, `GET /statements/${period}/lines`],
    children: (
      <div class="stack">
        <Facts caption="Balance" rows={factsOf(statement)} />
        {lines === null ? (
          <Section id="months-title" title="Months">
            <Sums caption="Months" statements={within} />
          </Section>
        ) : (
          <Section id="lines-title" title="All changes">
            <Lines lines={lines.data} />
            <Pager {...links(lines.total)} />
          </Section>
        )}
      </div>
    ),
  })
}

const nameOf = (period: string): string => (period.length === 4 ? period : monthYear(new Date(`${period}-01T00:00:00Z`)))

function factsOf({ opening, paid, refunded, fees, labels, chargebacks, paid_out, closing, payments }: Statement) {
  const optional = (label: string, dollars: number) => (dollars === 0 ? [] : [[label, signedText(-dollars)] as const])
  return [
    ['Opening balance', dollarsText(sum(opening))] as const,
    [`Paid by buyers (${counted(payments, 'payment')})`, signedText(paid)] as const,
    ['Refunded to buyers', signedText(-refunded)] as const,
    ['Marketplace fees', signedText(-fees)] as const,
    ...optional('Shipping labels', labels),
    ...optional('Chargebacks and corrections', chargebacks),
    ['Sent to you', signedText(-paid_out)] as const,
    ['Closing balance', <strong>{dollarsText(sum(closing))}</strong>] as const,
    ['of which held until orders are complete', dollarsText(closing.held)] as const,
    ['of which available to you', dollarsText(closing.available)] as const,
  ]
}

const sum = ({ held, available }: Statement['opening']): number => Math.round((held + available) * 100) / 100

const SUMS = ['Paid', 'Refunded', 'Fees', 'Sent to you', 'Balance'].map((label) => ({
  label,
  number: true,
  minor: label !== 'Paid' && label !== 'Sent to you',
}))

const Sums = ({ caption, statements }: { caption: string; statements: readonly Statement[] }) => (
  <Table caption={caption} columns={['Period', ...SUMS]}>
    {statements.map(({ period, paid, refunded, fees, paid_out, closing }) => (
      <tr>
        <th scope="row">
          <a href={ROUTES.statement(period)}>{nameOf(period)}</a>
        </th>
        {[paid, refunded, fees, paid_out, sum(closing)].map((dollars) => (
          <td class="number">{signedText(dollars)}</td>
        ))}
      </tr>
    ))}
  </Table>
)

const Lines = ({ lines }: { lines: readonly StatementLine[] }) => (
  <Table
    caption="All changes"
    columns={[
      'When',
      'What',
      'For',
      { label: 'Fee', number: true, minor: true },
      { label: 'Held', number: true },
      { label: 'Available', number: true },
    ]}
  >
    {lines.map(({ at, kind, order, listing, fees, held, available }) => (
      <tr>
        <th scope="row">
          <Timestamp at={at} form="day" />
        </th>
        <td>{STATEMENT_LINES[kind]}</td>
        <td>{order ? <a href={`/app/orders/${order}`}>{listing.title}</a> : `${listing.title} (deposit)`}</td>
        {[fees, held, available].map((dollars) => (
          <td class="number">{dollars === 0 ? '–' : signedText(dollars)}</td>
        ))}
      </tr>
    ))}
  </Table>
)
