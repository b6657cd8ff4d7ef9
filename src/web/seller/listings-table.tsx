import { Badge, Table } from '#web/ui/index.ts'
import { dollarsText, fieldAmount, type Fields, type Listing } from '#web/framework/page/index.ts'
import { DROPS } from './copy.ts'
import type { Thumb as Small } from '#catalog/photos/thumbs/index.ts'
import { amountField, PRICES_FORM, type AmountName } from './inline-prices.ts'

const COLUMNS = [
  { label: 'Select', unseen: true },
  { label: 'Photo', unseen: true },
  'Item',
  { label: 'Price', number: true },
  { label: 'Minimum price', number: true, minor: true },
  { label: 'Views, 7 days', number: true, minor: true },
  { label: 'Likes', number: true, minor: true },
  { label: 'Offers waiting', number: true, minor: true },
]

type Thumbs = ReadonlyMap<string, Small>
type TableProps = {
  listings: readonly Listing[]
  chosen: ReadonlySet<string>
  thumbs: Thumbs
  hidden: ReadonlySet<string>
  /** Returns the submitted price fields of a listing that could not be saved, or undefined if its prices cannot be edited. */
  edits: ((id: string) => Fields) | undefined
}

/** The seller's listings as a table. The table includes the minimum price, which only the owner may see. */
export const ListingsTable = ({ listings, chosen, thumbs, hidden, edits }: TableProps) => (
  <Table caption="Your listings" columns={COLUMNS}>
    {listings.map((listing) => (
      <Row listing={listing} chosen={chosen.has(listing.id)} thumbs={thumbs} hidden={hidden.has(listing.id)} edits={edits?.(listing.id)} />
    ))}
  </Table>
)

const Row = ({
  listing,
  listing: { id, name, category, fields, photos, stats, take_offers, visibility, step, price_drop },
  chosen,
  thumbs,
  hidden,
  edits,
}: {
  listing: Listing
  chosen: boolean
  thumbs: Thumbs
  hidden: boolean
  edits: Fields | undefined
}) => (
  <tr id={id}>
    <td class="pick">
      <label>
        <input type="checkbox" name="ids" value={id} checked={chosen} />
        <span class="hidden-text">Select {name}</span>
      </label>
    </td>
    <td>
      <Thumb small={photos.map((photo) => thumbs.get(photo.id)).find((one) => one !== undefined)} />
    </td>
    <th scope="row">
      <a href={`/app/listings/${id}`}>{name}</a>
      <Kind category={category} fields={fields} />
      {hidden || visibility === 'link' || !take_offers || step === 'publish' || price_drop ? (
        <span class="marks">
          {hidden ? <Badge means="bad">Hidden by the operator</Badge> : null}
          {step === 'publish' ? <Badge means="ok">Ready</Badge> : null}
          {price_drop ? <Badge>{DROPS.mark}</Badge> : null}
          {visibility === 'link' ? <Badge icon="link">Link only</Badge> : null}
          {take_offers ? null : <Badge>No offers</Badge>}
        </span>
      ) : null}
    </th>
    <Amount listing={listing} name="price" label="Price" edits={edits} />
    <Amount listing={listing} name="lowest_price" label="Minimum price" edits={edits} />
    <td class="number">{stats.views_7d}</td>
    <td class="number">{stats.likes}</td>
    <td class="number">{stats.offers_waiting}</td>
  </tr>
)

type AmountProps = { listing: Listing; name: AmountName; label: string; edits: Fields | undefined }

const Amount = ({ listing: { id, name: item, ...amounts }, name, label, edits }: AmountProps) => (
  <td class="number">
    {edits ? (
      <input
        class="input"
        form={PRICES_FORM}
        name={amountField(name, id)}
        value={edits[amountField(name, id)] ?? fieldAmount(amounts[name])}
        inputmode="decimal"
        autocomplete="off"
        aria-label={`${label} of ${item}`}
      />
    ) : amounts[name] === null ? (
      '–'
    ) : (
      dollarsText(amounts[name])
    )}
  </td>
)

/** The category and size of a listing, which distinguish listings that have the same title. */
const Kind = ({ category, fields }: Pick<Listing, 'category' | 'fields'>) => {
  const parts = [category, fields.find(({ key }) => key === 'size')?.value].filter(Boolean)
  return parts.length > 0 ? <span class="kind small quiet">{parts.join(' · ')}</span> : null
}

/** A thumbnail in the smallest size, because fifty large photos would take up several megabytes. */
const Thumb = ({ small }: { small: Small | undefined }) =>
  small ? (
    <img class="row-photo" src={small.src} alt="" width={small.width} height={small.height} loading="lazy" decoding="async" />
  ) : (
    <span class="row-photo none" />
  )
