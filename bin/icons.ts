// Draws the PNG icons of the manifest into src/web/styles/icons. A test fails when they differ from the drawing.
import { writeFileSync } from 'node:fs'
import { iconPng, PNG_ICONS } from '#web/styles/icon-png.ts'

for (const { file, sizePx, fit } of PNG_ICONS) {
  writeFileSync(new URL(`../src/web/styles/icons/${file}`, import.meta.url), iconPng(sizePx, fit))
}
