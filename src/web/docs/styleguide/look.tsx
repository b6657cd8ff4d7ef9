import { Icon, ICON_NAMES } from '#web/ui/icon.tsx'
import { TONE_COLOURS } from '#web/styles/tokens.ts'
import { Part } from './part.tsx'

/** Styleguide section on colors, typography and icons. */
export const Appearance = ({ tone }: { tone: keyof typeof TONE_COLOURS }) => (
  <>
    <Part title={`Colours of ${tone}`}>
      <ul class="swatches">
        {(['light', 'dark'] as const).flatMap((mode) =>
          Object.entries(TONE_COLOURS[tone][mode]).map(([name, colour]) => (
            <li>
              <svg viewBox="0 0 10 4" preserveAspectRatio="none" aria-hidden="true">
                <rect width="10" height="4" fill={colour} />
              </svg>
              <span>
                {name}, {mode} <code class="small">{colour}</code>
              </span>
            </li>
          )),
        )}
      </ul>
    </Part>
    <Part title="Type">
      <div class="scale">
        <p class="display lead">Good things, already made. $1,250</p>
        <h3>A card heading</h3>
        <p class="lead">A lead that describes the item in one line.</p>
        <p class="measure">
          Text is set in Instrument Sans at 16 pixels, no wider than 68 characters, so that a story about a{' '}
          <a href="/styleguide">denim jacket</a> reads well on any screen. <strong>Strong words</strong> are a little heavier.
        </p>
        <p class="small quiet">Small, quiet text for secondary information.</p>
        <pre tabindex={0}>curl https://example.test/v1/market/search?q=coat</pre>
      </div>
    </Part>
    <Part title="Icons">
      <ul class="shown-row" aria-label="Icons">
        {ICON_NAMES.map((name) => (
          <li>
            <Icon name={name} />
            <span class="hidden-text">{name}</span>
          </li>
        ))}
      </ul>
    </Part>
  </>
)
