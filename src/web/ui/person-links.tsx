import { ROUTES } from '#web/framework/routes.ts'
import { ButtonLink } from './button.tsx'

type PersonLinksProps = { name: string; block: string; report: string; isBlocked: boolean }

const PersonLinks = ({ name, block, report, isBlocked }: PersonLinksProps) => (
  <details open={isBlocked}>
    <summary>Block or report</summary>
    {isBlocked ? <p>You have blocked {name}.</p> : null}
    <p class="actions">
      <ButtonLink small href={block} label={`${isBlocked ? 'Unblock' : 'Block'} ${name}`} />
      <ButtonLink small href={report} label={`Report ${name}`} />
    </p>
  </details>
)

type RecordProps = { id: string; name: string; isBlocked: boolean }

/** `PersonLinks` for the other person in a conversation. */
export const ThreadLinks = ({ id, ...person }: RecordProps) => (
  <PersonLinks {...person} block={ROUTES.blockThread(id)} report={ROUTES.reportThread(id)} />
)

/** `PersonLinks` for the other person in an order. */
export const OrderLinks = ({ id, ...person }: RecordProps) => (
  <PersonLinks {...person} block={ROUTES.blockOrder(id)} report={ROUTES.reportOrder(id)} />
)
