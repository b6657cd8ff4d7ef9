import { addressLines } from '#core/address.ts'

/** A postal address, with a line break after each line. */
export const PostalAddress = ({ address }: { address: Parameters<typeof addressLines>[0] }) => (
  <address>
    {addressLines(address).map((line) => (
      <>
        {line}
        <br />
      </>
    ))}
  </address>
)
