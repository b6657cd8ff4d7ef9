import { addressLines } from '#core/address.ts'

export type Place = Parameters<typeof addressLines>[0]

/** A postal address, with a line break after each line. */
export const PostalAddress = ({ address }: { address: Place }) => (
  <address>
    {addressLines(address).map((line) => (
      <>
        {line}
        <br />
      </>
    ))}
  </address>
)
