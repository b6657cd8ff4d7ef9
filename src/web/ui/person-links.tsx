import { ROUTES } from '#web/framework/routes.ts'
import { ButtonLink } from './button.tsx'

type PersonLinksProps = { name: string; block: string; report: string; isBlocked: boolean }

/** Links to block and to report the other person of a conversation or an order. */
export const PersonLinks = ({ name, block, report, isBlocked }: PersonLinksProps) => (
  <details open={isBlocked}>
    <summary>Block or report</summary>
    {isBlocked ? <p>You have blocked {name}.</p> : null}
    <p class="actions">
      <ButtonLink small href={block}>
        {isBlocked ? 'Unblock' : 'Block'} {name}
      </ButtonLink>
      <ButtonLink small href={report}>
        Report {name}
      </ButtonLink>
    </p>
  </details>
)

/** `PersonLinks` for a conversation. */
export const ThreadLinks = ({ id, name, isBlocked }: { id: string; name: string; isBlocked: boolean }) => (
  <PersonLinks name={name} block={ROUTES.blockThread(id)} report={ROUTES.reportThread(id)} isBlocked={isBlocked} />
)
