import type { Context, Person } from '#platform/context/index.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Section } from '#web/ui/parts.tsx'
import { QuotedName } from '#web/ui/sentence.tsx'
import { counted } from '#web/framework/format.ts'
import { call } from '#platform/http/call.ts'
import { api } from '#api/index.ts'

/** The active API keys of a signed-in user, and a link to create one. */
export async function YourKeys({ ctx, viewer }: { ctx: Context; viewer: Person }) {
  const { data } = await call(ctx, viewer, api.listKeys)
  const working = data.filter(({ revoked_at }) => revoked_at === null)
  const last = working[0]
  return (
    <Section
      id="your-keys"
      title={last ? `You have ${counted(working.length, 'key')}` : 'You have no key yet'}
      className="panel docs-yours"
    >
      <p>
        {last ? (
          <>
            The newest is <QuotedName of={last.name} />, ending in <code>{last.last4}</code>. We show a secret once. If you lost it, create
            another key.
          </>
        ) : (
          'Create a key with one click. We show its secret only once. You can revoke the key at any time.'
        )}
      </p>
      <p class="actions">
        <ButtonLink href="/app/developers/keys" kind="dark" icon="key" label="Create a key" />
        <ButtonLink href="/app/developers" label="Your quick start" />
      </p>
    </Section>
  )
}
