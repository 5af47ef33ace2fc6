import { expect, it } from 'vitest'
import { englishTexts } from '../../texts.ts'
import { type FindCity, cityName, fullPlaceName, placeName } from './place-name.ts'

const zurich: FindCity = () => ({ name: 'Zürich', isNear: false })
const besideZurich: FindCity = () => ({ name: 'Zürich', isNear: true })
const nowhere: FindCity = () => null
const point = { latitude: 47.38, longitude: 8.54, count: 1, countryCode: 'CH', country: 'Switzerland' }
const abroad = { ...point, country: '' }

it.each([
  [point, zurich, 'Zürich, Switzerland', 'Zürich, Switzerland (47.38, 8.54)', 'Zürich'],
  [point, besideZurich, 'near Zürich, Switzerland', 'near Zürich, Switzerland (47.38, 8.54)', 'near Zürich'],
  [point, nowhere, 'Switzerland (47.38, 8.54)', 'Switzerland (47.38, 8.54)', ''],
  [abroad, zurich, 'Zürich', 'Zürich (47.38, 8.54)', 'Zürich'],
  [abroad, nowhere, 'Unknown place (47.38, 8.54)', 'Unknown place (47.38, 8.54)', ''],
])('names %o by its city, or by its coordinates', (place, findCity, name, full, city) => {
  expect(placeName(place, englishTexts, findCity)).toBe(name)
  expect(fullPlaceName(place, englishTexts, findCity)).toBe(full)
  expect(cityName(place, englishTexts, findCity)).toBe(city)
})
