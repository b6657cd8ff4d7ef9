import type { Context } from '#platform/context/index.ts'
import { variantOf } from '#catalog/browse/index.ts'
import type { Detail } from '#catalog/browse/index.ts'
import { Blank, Picture } from './card.tsx'
import { Icon } from './icon.tsx'

/**
 * A listing's photos in a row with scroll snap. Each photo has a thumbnail and links to a larger version. The row works without scripts; a
 * script only marks the current thumbnail and opens larger versions in a dialog.
 */
export const Gallery = ({ ctx, detail: { title, pictures, cover } }: { ctx: Context; detail: Detail }) => {
  const ordered = cover === null ? pictures : [cover, ...pictures.filter((picture) => picture !== cover)]
  const name = title ?? 'Draft'
  if (ordered.length === 0)
    return (
      <div class="gallery">
        <div class="frame bare">
          <Blank />
        </div>
      </div>
    )
  return (
    <section class="gallery" aria-label="Photos" data-island="gallery">
      <div class="shots" tabindex={ordered.length > 1 ? 0 : undefined} role="group" aria-label={`${name}: photos`}>
        {ordered.map((picture, index) => (
          <figure class="shot" id={`photo-${index + 1}`}>
            {picture.isVideo ? (
              <video
                src={ctx.urls.media(variantOf(picture, 'large').key)}
                controls
                preload="metadata"
                aria-label={picture.alt ?? `Video of ${name}`}
              />
            ) : (
              <a href={ctx.urls.media(variantOf(picture, 'large').key)} data-zoom="">
                <Picture
                  ctx={ctx}
                  picture={picture}
                  alt={picture.alt ?? `${name}, photo ${index + 1}`}
                  sizes="(max-width: 900px) 100vw, 780px"
                  eager={index === 0}
                  first={index === 0}
                />
              </a>
            )}
            {picture.isStock ? <span class="flag">Stock photo</span> : null}
            {ordered.length > 1 ? (
              <span class="flag position" aria-hidden="true">
                {index + 1} / {ordered.length}
              </span>
            ) : null}
          </figure>
        ))}
      </div>
      {ordered.length > 1 ? (
        <nav class="thumbs" aria-label="Photos">
          {ordered.map((picture, index) => (
            <a
              href={`#photo-${index + 1}`}
              aria-label={`${picture.isVideo ? 'Video' : 'Photo'} ${index + 1} of ${ordered.length}`}
              aria-current={index === 0 ? 'true' : undefined}
            >
              {picture.isVideo ? (
                <Icon name="play" />
              ) : (
                <img
                  src={ctx.urls.media(variantOf(picture, 'small').key)}
                  width={64}
                  height={64}
                  alt=""
                  loading="lazy"
                  fetchpriority="low"
                />
              )}
            </a>
          ))}
        </nav>
      ) : null}
    </section>
  )
}
