import { addressLines } from '#core/address.ts'
import { MOST_ADDRESSES } from '#identity/addresses/index.ts'
import { goTo } from '#web/framework/answer.ts'
import {
  api,
  call,
  filled,
  page,
  sendAccountPage,
  type Fields,
  type Outcome,
  type PageRequest,
  type SavedAddress,
  type SentForm,
} from '#web/framework/page/index.ts'
import { Badge, Button, ButtonLink, Check, Empty, Form } from '#web/ui/index.ts'
import { ADDRESS_FIELDS, AddressBlock, AddressFields } from './address.tsx'
import { addressFieldsIn } from './address-choice.tsx'

const ADDRESSES = '/you/addresses'
const NEW_ADDRESS = `${ADDRESSES}/new`

/** The buyer's stored addresses. */
export const addressesPage = page({ path: ADDRESSES, name: 'your addresses', form: changeList, show: sendList })

export const newAddressPage = page({
  path: NEW_ADDRESS,
  name: 'a new address',
  async form({ ctx, viewer }, { fields }) {
    const body = { ...filled(addressFieldsIn(fields)), ...(fields['default'] ? { default: fields['default'] } : {}) }
    await call(ctx, viewer, api.createAddress, { body })
    return { to: ADDRESSES, message: 'Address saved.' }
  },
  show: (at) => sendForm(at, null),
})

export const addressPage = page({
  path: `${ADDRESSES}/:id`,
  name: 'your address',
  load: ({ ctx, c, viewer }) => call(ctx, viewer, api.getAddress, { params: { id: c.req.param('id')! } }),
  async form({ ctx, c, viewer }, { fields }) {
    const { line2, state, ...rest } = addressFieldsIn(fields)
    const body = { ...rest, line2: line2 || null, state: state || null, default: fields['default'] ?? 'false' }
    await call(ctx, viewer, api.changeAddress, { params: { id: c.req.param('id')! }, body })
    return { to: ADDRESSES, message: 'Address saved. Existing orders keep the address that they were placed with.' }
  },
  show: sendForm,
})

async function sendList(at: PageRequest): Promise<Response> {
  const { data } = await call(at.ctx, at.viewer, api.listAddresses)
  return sendAccountPage(at, {
    current: 'settings',
    title: 'Addresses',
    intro: 'Checkout offers these addresses. A seller sees an address only when you order from them.',
    children: (
      <div class="stack">
        {data.length === 0 ? (
          <Empty icon="home" title="No addresses yet">
            <p>Save an address to check out faster.</p>
            <ButtonLink kind="dark" href={NEW_ADDRESS} label="Add an address" />
          </Empty>
        ) : (
          <>
            <ul class="rows">
              {data.map((address) => (
                <Row at={at} address={address} />
              ))}
            </ul>
            {data.length < MOST_ADDRESSES ? (
              <p class="actions">
                <ButtonLink kind="dark" href={NEW_ADDRESS} label="Add an address" />
              </p>
            ) : (
              <p class="quiet">You have {MOST_ADDRESSES} addresses, the maximum. Delete one to add another.</p>
            )}
          </>
        )}
        <p>
          <a href="/you/settings">Back to settings</a>
        </p>
      </div>
    ),
  })
}

const Row = ({ at, address }: { at: PageRequest; address: SavedAddress }) => {
  const which = `: ${addressLines(address).slice(0, 2).join(', ')}`
  return (
    <li>
      <div class="stack tight">
        <AddressBlock address={address} class="address" />
        {address.default ? (
          <span>
            <Badge>Default</Badge>
          </span>
        ) : null}
      </div>
      <Form class="actions" action={ADDRESSES} viewer={at.viewer} with={{ address: address.id }}>
        <ButtonLink small href={`${ADDRESSES}/${address.id}`} label="Edit" about={which} />
        {address.default ? null : <Button small kind="quiet" do="default" label="Make default" about={which} />}
        <Button small kind="quiet" do="delete" label="Delete" about={which} />
      </Form>
    </li>
  )
}

/** Undoing a deletion stores the address again. */
async function changeList({ ctx, c, viewer }: PageRequest, { fields: { do: what, address: id = '' } }: SentForm): Promise<Outcome> {
  if (what === 'default') {
    await call(ctx, viewer, api.changeAddress, { params: { id }, body: { default: true } })
    return { to: ADDRESSES, message: 'Default address changed.' }
  }
  if (what !== 'delete') return goTo(c, ADDRESSES)
  const deleted = await call(ctx, viewer, api.getAddress, { params: { id } })
  await call(ctx, viewer, api.deleteAddress, { params: { id } })
  return { to: ADDRESSES, message: 'Address deleted.', undo: { path: NEW_ADDRESS, fields: fieldsOf(deleted) } }
}

const fieldsOf = (address: SavedAddress): Fields => ({
  ...Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, address[name] ?? ''])),
  default: String(address.default),
})

function sendForm(at: PageRequest, address: SavedAddress | null): Promise<Response> {
  return sendAccountPage(at, {
    current: 'settings',
    title: address ? 'Edit address' : 'Add an address',
    atFields: ADDRESS_FIELDS,
    children: (
      <Form class="form wide" action={address ? `${ADDRESSES}/${address.id}` : NEW_ADDRESS} viewer={at.viewer}>
        <AddressFields at={at} known={address} />
        <Check name="default" label="Use as my default address" checked={isDefault(at, address)} />
        <div class="actions">
          <Button kind="dark" label="Save address" />
          <ButtonLink href={ADDRESSES} label="Cancel" />
        </div>
      </Form>
    ),
  })
}

/** Browsers do not submit an unchecked checkbox, so after an error the submitted fields determine whether the checkbox is checked. */
const isDefault = ({ typed, problem }: PageRequest, address: SavedAddress | null): boolean =>
  problem ? typed['default'] === 'true' : (address?.default ?? false)
