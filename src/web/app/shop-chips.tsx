import { Chip, Chips } from '#web/components/chip.tsx'

type Props = {
  shops: readonly { slug: string; name: string }[]
  /** The address of the one that is shown; none: all of them. */
  current: string | undefined
  at(slug: string | undefined): string
}

/** All shops or one of them, for whoever has several. */
export const ShopChips = ({ shops, current, at }: Props) =>
  shops.length > 1 ? (
    <Chips label="Shop" row>
      <Chip href={at(undefined)} current={current === undefined}>
        All shops
      </Chip>
      {shops.map(({ slug, name }) => (
        <Chip href={at(slug)} current={slug === current}>
          {name}
        </Chip>
      ))}
    </Chips>
  ) : null
