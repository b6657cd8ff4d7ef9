import { ROUTES, type PersonIn } from '#web/framework/routes.ts'
import { ButtonLink } from './button.tsx'

type PersonLinksProps = { of: PersonIn; name: string; isBlocked: boolean }

/** Links that block or report the other person in a conversation or an order. */
export const PersonLinks = ({ of, name, isBlocked }: PersonLinksProps) => (
  <details open={isBlocked}>
    <summary>Block or report</summary>
    {isBlocked ? <p>You have blocked {name}.</p> : null}
    <p class="actions">
      <ButtonLink small href={ROUTES.blockPerson(of)} label={`${isBlocked ? 'Unblock' : 'Block'} ${name}`} />
      <ButtonLink small href={ROUTES.reportPerson(of)} label={`Report ${name}`} />
    </p>
  </details>
)
