// Draws the PNG icons of the manifest into src/web/styles/icons. A test says when they are not what the drawing makes.
import { writeFileSync } from 'node:fs'
import { iconPng, PNG_ICONS } from '#web/styles/icon-png.ts'

for (const { file, sizePx, fit } of PNG_ICONS) {
  writeFileSync(new URL(`../src/web/styles/icons/${file}`, import.meta.url), iconPng(sizePx, fit))
}
