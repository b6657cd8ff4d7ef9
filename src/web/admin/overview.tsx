import type { Operator } from '#platform/context/index.ts'
import { sizeText } from '#core/format/count.ts'
import type { Child } from '#web/framework/jsx/index.ts'
import { readOperatorTasks } from '#commerce/inbox/index.ts'
import { Badge, ButtonLink, Empty, Facts, type Meaning, Section, Time } from '#web/ui/index.ts'
import { TaskList } from '#web/ui/tasks/list.tsx'
import { needText } from '#web/ui/tasks/copy.ts'
import { counted } from '#web/framework/format.ts'
import { api, type PageRequest, call, type Health, sendOperatorPage } from '#web/framework/page/index.ts'
import { adminPage } from './admin-page.ts'
import { STATUS } from './copy.ts'
import { SearchForm } from './search.tsx'
import { spanOf, TradePart } from './trade-part.tsx'

async function send(at: PageRequest<Operator>): Promise<Response> {
  const { ctx, c, viewer: operator } = at
  const days = String(spanOf(c.req.query('days')))
  const [health, tasks, trade] = await Promise.all([
    call(ctx, operator, api.getHealth),
    readOperatorTasks(ctx, operator),
    call(ctx, operator, api.getTrade, { query: { days } }),
  ])
  return sendOperatorPage(at, {
    current: 'overview',
    title: 'Overview',
    intro: needText(tasks.length),
    tasks,
    actions: health.ready ? <Badge means="ok">OK</Badge> : <Badge means="bad">Not ready: {health.reason}</Badge>,
    children: (
      <div class="stack">
        <SearchForm />
        {tasks.length === 0 ? (
          <Empty icon="check" title="Nothing to do">
            <p>Reports, appeals, disputes and payment cases appear here. The tasks with the most serious consequences come first.</p>
          </Empty>
        ) : (
          <TaskList tasks={tasks.slice(0, SHOWN)} now={ctx.now()} />
        )}
        {tasks.length > SHOWN ? (
          <p class="quiet">
            Showing the first {SHOWN} of {tasks.length}. Open a list to see the rest.
          </p>
        ) : null}
        <StatusTiles health={health} now={ctx.now()} />
        <TradePart trade={trade} now={ctx.now()} />
        <h2>System status</h2>
        <Facts caption="System status" rows={rows(health, ctx.now())} />
        <p>
          <ButtonLink href="/operator/audit" label="Audit log" />
        </p>
      </div>
    ),
  })
}

const SHOWN = 50

const StatusTiles = ({ health: { backup, queue, mail, money }, now }: { health: Health; now: Date }) => (
  <Section id="status" title={STATUS.title} className="section">
    <dl class="tiles">
      <StatusTile label={STATUS.backup} means={BACKUP_MEANS[backup.state]} value={STATUS.backups[backup.state]}>
        {backup.newest_at ? (
          <>
            {STATUS.newest} <Time at={backup.newest_at} now={now} />
          </>
        ) : (
          STATUS.noBackup[backup.state]
        )}
      </StatusTile>
      <StatusTile label={STATUS.jobs} means={queue.failed > 0 ? 'bad' : 'ok'} value={STATUS.failed(queue.failed)}>
        {STATUS.waiting(queue.jobs)}
      </StatusTile>
      <StatusTile label={STATUS.mail} means={mail.failed_24h > 0 ? 'bad' : 'ok'} value={STATUS.failed(mail.failed_24h)}>
        {mail.kind === 'off' ? STATUS.mailOff : STATUS.waiting(mail.waiting)}
      </StatusTile>
      <StatusTile label={STATUS.payouts} means={money.late > 0 ? 'bad' : 'ok'} value={STATUS.late(money.late)}>
        {STATUS.waiting(money.due)}
      </StatusTile>
    </dl>
  </Section>
)

const BACKUP_MEANS = { ok: 'ok', late: 'bad', unknown: 'bad', off: undefined } as const

type StatusTileProps = { label: string; value: string; means: 'ok' | 'bad' | undefined; children?: Child }

const StatusTile = ({ label, value, means, children }: StatusTileProps) => (
  <div class={means}>
    <dt>{label}</dt>
    <dd>
      <strong>{value}</strong>
      <span class="small">{children}</span>
    </dd>
  </div>
)

const rows = (
  { database, queue, webhooks, mail, money, providers, disk, version, mode, migrations }: Health,
  now: Date,
): (readonly [string, Child])[] => [
  ['Service', `version ${version}, ${mode} mode`],
  ['Upgrade', upgradeText(migrations)],
  [
    'Database',
    <>
      {sign(database.answered_ms > 500 ? 'warn' : 'ok')} PostgreSQL {database.version}, {database.kind}, {sizeText(database.bytes)},
      answered in {database.answered_ms} ms
    </>,
  ],
  [
    'Queue',
    <>
      {sign(queue.failed > 0 ? 'warn' : 'ok')} {counted(queue.jobs, 'job')} and {counted(queue.events, 'event')} waiting
      {queue.oldest_at ? (
        <>
          , oldest <Time at={queue.oldest_at} now={now} />
        </>
      ) : null}
      {queue.failed > 0 ? `, ${counted(queue.failed, 'job')} failed` : ''}
    </>,
  ],
  [
    'Webhooks',
    <>
      {sign(webhooks.due > 100 || webhooks.switched_off > 0 ? 'warn' : 'ok')} {counted(webhooks.waiting, 'delivery', 'deliveries')} waiting,{' '}
      {webhooks.due} of them due, {webhooks.failed_24h} failed in 24 hours, {counted(webhooks.switched_off, 'address', 'addresses')}{' '}
      switched off
    </>,
  ],
  [
    'Mail',
    mail.kind === 'off' ? (
      <>{sign('warn')} off: no emails are sent</>
    ) : (
      <>
        {sign(mail.failed_24h > 0 ? 'warn' : 'ok')} {mail.kind === 'smtp' ? 'mail server' : 'dev mailbox'}, {mail.waiting} waiting,{' '}
        {mail.failed_24h} failed in 24 hours
      </>
    ),
  ],
  [
    'Payments',
    <>
      {sign(money.late > 0 ? 'bad' : 'ok')} {money.provider === 'off' ? 'payments off' : money.provider},{' '}
      {counted(money.due, 'refund or payout', 'refunds and payouts')} in progress
      {money.late > 0 ? `, ${money.late} late` : ''}
    </>,
  ],
  ['Providers', providerText(providers)],
  [
    'Disk',
    disk === null ? (
      'unknown'
    ) : (
      <>
        {sign(disk.free_bytes < disk.total_bytes / 10 ? 'warn' : 'ok')} {sizeText(disk.free_bytes)} free of {sizeText(disk.total_bytes)}
      </>
    ),
  ],
]

const upgradeText = ({ pending, newer }: Health['migrations']): Child =>
  newer.length > 0 ? (
    <>
      {sign('warn')} a newer version of the service has changed this database. It added {counted(newer.length, 'migration')} that this
      version does not know. Stop this version when the newer one is running. {newer.join(', ')}
    </>
  ) : pending.length > 0 ? (
    <>
      {sign('bad')} {counted(pending.length, 'pending migration')}, applied on the next startup: {pending.join(', ')}
    </>
  ) : (
    <>{sign('ok')} version and database match</>
  )

const SIGNS: Readonly<Record<'ok' | 'warn' | 'bad', string>> = { ok: 'OK', warn: 'Warning', bad: 'Action needed' }
const sign = (means: Meaning & ('ok' | 'warn' | 'bad')) => <Badge means={means}>{SIGNS[means]}</Badge>

function providerText(providers: Health['providers']): string {
  const on = Object.entries(providers).flatMap(([name, has]) => (has ? [name] : []))
  return on.length === 0 ? 'none: no provider key is set, so the helpers have fewer features' : on.join(', ')
}

/** `/operator`: open tasks, and the health of the servers. */
export const overviewPage = adminPage({ path: '/operator', show: send })
