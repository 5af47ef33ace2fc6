import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { writeGeoDatabase } from '../../tests/geo-database.ts'
import { StartError } from '../platform/process/start-error.ts'
import { locateNothing, openGeoIpReader } from './geo-ip.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'org-geo-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

it('finds the place and country of an address', async () => {
  const file = path.join(folder, 'cities.mmdb')
  writeGeoDatabase(file, {
    country: { iso_code: 'CH' },
    location: { latitude: 47.376, longitude: 8.541 },
  })
  const { locate, close } = await openGeoIpReader(file)
  expect(locate('198.51.100.7')).toEqual({ latitude: 47.376, longitude: 8.541, countryCode: 'CH' })
  expect(locate('203.0.113.7')).toBeNull()
  for (const address of ['2001:db8::1', 'unknown', '']) expect(locate(address)).toBeNull()
  close()
})

it('knows no place in a database without coordinates', async () => {
  const file = path.join(folder, 'countries.mmdb')
  writeGeoDatabase(file, { country: { iso_code: 'CH' } })
  const { locate, close } = await openGeoIpReader(file)
  expect(locate('198.51.100.7')).toBeNull()
  close()
})

it('says at the start what is wrong with the file', async () => {
  const bad = path.join(folder, 'bad.mmdb')
  writeFileSync(bad, 'no database')
  for (const file of [bad, path.join(folder, 'absent.mmdb')]) {
    const failure = await openGeoIpReader(file).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartError)
    expect(failure).toHaveProperty('message', expect.stringContaining(`Cannot read GEO_DATABASE ${file}`))
  }
})

it('knows no place at all without a database', () => {
  expect(locateNothing('198.51.100.7')).toBeNull()
})
