import type { Person } from '#platform/context/index.ts'
import { ACTIONS } from '#core/effects.ts'
import { approvalsWithin } from '#identity/oauth-apps/rules.ts'
import { scopeLabel } from '#web/framework/agent-copy.ts'
import { Button, Check, Choices, Form, Name, Notice, QuotedName } from '#web/ui/index.ts'
import { Wrong, problemAbove, problemAt, type Problem } from '#web/framework/page/index.ts'
import { Caps } from '#web/framework/page/caps.tsx'
import type { AppRequest, Sent } from './request.ts'
import { upperFirst } from '#web/framework/format.ts'

/** Default spend limit for an app, per action, in dollars. */
export const USUAL_CAP = '100'

type ConsentProps = {
  viewer: Person
  request: AppRequest
  sent: Sent
  chosen: readonly string[]
  fields: Record<string, string>
  problem?: Problem | undefined
}

/** Asks the user whether an app may act for them, and with which scopes, approvals and spend limits. */
export const Consent = ({ viewer, request, sent, chosen, fields, problem }: ConsentProps) => {
  const { client, redirectUri, scopes } = request
  const approvals = approvalsWithin(scopes)
  const spends = scopes.includes('buying')
  return (
    <>
      <p class="lead">
        <strong>
          <QuotedName of={client.name} />
        </strong>{' '}
        wants to act for you, <Name of={viewer.name} />.
      </p>
      <Notice means="plainly">
        {client.site === null
          ? `The app chose this name; we have not verified it. You will continue to ${destinationOf(redirectUri)}.`
          : `${client.site} says that this is its app. You will continue to ${destinationOf(redirectUri)}.`}{' '}
        Allow access only if you started this request yourself just now.
      </Notice>
      <Wrong message={problemAbove(problem, ['max_offer', 'max_day', 'scopes'])} />
      <Form class="form wide" action="/oauth/authorize" viewer={viewer} with={sent}>
        <Choices
          name="scopes"
          label="Permissions"
          hint="Uncheck any permissions that the app does not need."
          problem={problemAt(problem, 'scopes')}
        >
          {scopes.map((scope) => (
            <Check
              name="scopes"
              value={scope}
              label={upperFirst(scopeLabel(scope))}
              checked={scope === 'read' || chosen.includes(scope)}
              disabled={scope === 'read'}
            />
          ))}
        </Choices>
        {approvals.length === 0 ? null : (
          <>
            <h2>Needs your approval each time</h2>
            <ul>
              {approvals.map((action) => (
                <li>{upperFirst(ACTIONS[action].label)}</li>
              ))}
            </ul>
            <p class="quiet">We will ask you by email and under Developers. Nothing happens unless you approve.</p>
          </>
        )}
        {spends ? <Caps at={{ typed: fields, problem }} usual={USUAL_CAP} /> : null}
        <p class="quiet">
          Access lasts 90 days, or until you revoke it under Developers, Keys. The app never sees your password. Through the API, the app
          can read all your data, including your minimum prices.
        </p>
        <p class="actions">
          <Button kind="dark" do="allow" label="Allow" />
          <Button do="deny" label="Do not allow" />
        </p>
      </Form>
    </>
  )
}

/** Returns the display name of a redirect URI: its host, or the program that a custom scheme belongs to. */
export function destinationOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  if (protocol === 'http:') return `a program on this machine (${host})`
  return protocol === 'https:' ? host : `the program ${protocol.slice(0, -1)} on this machine`
}
