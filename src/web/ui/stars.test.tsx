import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Stars } from './shop.tsx'

function drawn(rating: number): string {
  const stars = String(<Stars rating={rating} />)
    .split('<svg')
    .slice(1)
  return stars.map((star) => (star.includes(' full') ? 'f' : star.includes('class="filled"') ? 'h' : '.')).join('')
}

test('stars show a rating rounded to the nearest half, and the number next to them is rounded to the nearest tenth', () => {
  const ratings: [rating: number, stars: string][] = [
    [5, 'fffff'],
    [4.8, 'fffff'],
    [4.7, 'ffffh'],
    [4.5, 'ffffh'],
    [4.3, 'ffffh'],
    [4.2, 'ffff.'],
    [1, 'f....'],
  ]
  for (const [rating, stars] of ratings) assert.equal(drawn(rating), stars, String(rating))
  assert.match(String(<Stars rating={4.3} />), />4\.3 of 5</)
})
