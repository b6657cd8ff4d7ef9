import { Chip, Chips } from '#web/ui/chip.tsx'

type Props = {
  shops: readonly { slug: string; name: string }[]
  current: string | undefined
  /** The address of a shop's page. */
  at(slug: string): string
  /** The address of the page of all of them, where there is one. */
  all?: string
}

/** One's shops, for whoever has several. */
export const ShopChips = ({ shops, current, at, all }: Props) =>
  shops.length > 1 ? (
    <Chips label={all === undefined ? 'Your shops' : 'Shop'} row>
      {all === undefined ? null : (
        <Chip href={all} current={current === undefined}>
          All shops
        </Chip>
      )}
      {shops.map(({ slug, name }) => (
        <Chip href={at(slug)} current={slug === current}>
          {name}
        </Chip>
      ))}
    </Chips>
  ) : null
