import type { SavedAddress } from '#web/framework/page/index.ts'
import { Badge, ButtonLink } from '#web/ui/index.ts'
import { ShortAddress } from './address.tsx'

/** The default address, or the newest address if there is no default, with a link to all addresses. */
export const AddressesPart = ({ addresses: [first, ...others] }: { addresses: readonly SavedAddress[] }) => (
  <>
    {first ? (
      <p>
        <ShortAddress address={first}>{first.default ? <Badge>Default</Badge> : null}</ShortAddress>
      </p>
    ) : (
      <p>Save an address to check out faster.</p>
    )}
    <p class="actions">
      {first ? (
        <ButtonLink href="/you/addresses" label={others.length > 0 ? `Manage ${others.length + 1} addresses` : 'Manage addresses'} />
      ) : (
        <ButtonLink href="/you/addresses/new" label="Add an address" />
      )}
    </p>
  </>
)
