import { SHOP_TONES } from '#catalog/shops/index.ts'

/** The five shop colors, as radio buttons. Each button shows its color without a script. */
export const ToneChoice = ({ chosen }: { chosen: string }) => (
  <fieldset class="field">
    <legend>Colour</legend>
    <div class="tone-choice">
      {SHOP_TONES.map((tone) => (
        <label class={`tone-${tone}`}>
          <input type="radio" name="tone" value={tone} checked={tone === chosen} />
          <span class="price">{tone}</span>
        </label>
      ))}
    </div>
  </fieldset>
)
