import { widgetDefaults } from '@org/api-client/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { listWidgets } from '../analytics/widgets.store.ts'
import { configuratorVersions, widgetPictures } from '../db/schema/embed.ts'
import { configuratorHistory, saveConfigurator } from './configurators.store.ts'

let test: TestApp
let admin: TestUser
let [former, next]: TestUser[] = []
beforeAll(async () => {
  test = await openTestApp()
  admin = await test.addUser({ role: 'admin' })
  ;[former, next] = [await test.addUser({ role: 'client' }), await test.addUser({ role: 'client' })]
})
afterAll(() => test.close())

const picture = (n: number) => ({ bytes: Buffer.from(`picture ${n}`) })
const { logo: _logo, avatar: _avatar, ...look } = widgetDefaults.appearance

/** Saves a widget so many times, each time with another name and logo. */
async function save(times: number, owner: TestUser | undefined, given?: string): Promise<string> {
  let id = given
  for (let n = 1; n <= times; n += 1) {
    const settings = { ...(id === undefined ? {} : { id }), name: `Name ${n}`, client_owner: owner?.id }
    const appearance = { fields: look, logo: picture(n), avatar: null }
    const edit = { actorId: admin.id, at: test.now() }
    id = await saveConfigurator(test.database.db, settings, edit, appearance)
  }
  return id ?? ''
}

const versionsOf = async (id: string) => {
  const { rows } = await test.database.db.execute<{ version: number }>(
    sql`select version from configurator_versions where configurator_id = ${id}::uuid order by version`,
  )
  return rows.map(({ version }) => version)
}
const picturesOf = (id: string) =>
  test.database.db.$count(widgetPictures, eq(widgetPictures.configuratorId, id))

it('of a widget are stored as far as its history shows them, with their pictures', async () => {
  const id = await save(53, former)
  expect(await versionsOf(id)).toEqual(Array.from({ length: 50 }, (_, at) => at + 4))
  expect((await configuratorHistory(test.database.db, id)).items).toHaveLength(50)
  expect(await picturesOf(id)).toBe(50)
})

it('of each owner include the last one, by whose name a former owner knows the widget', async () => {
  const id = await save(2, former)
  await save(52, next, id)
  expect(await versionsOf(id)).toEqual([2, ...Array.from({ length: 50 }, (_, at) => at + 5)])
  const names = async (owner: TestUser | undefined) =>
    (await listWidgets(test.database.db, owner?.id)).flatMap((row) => (row.id === id ? [row.name] : []))
  expect([await names(former), await names(next)]).toEqual([['Name 2'], ['Name 52']])
})

it('of other widgets stay when one is saved', async () => {
  const { db } = test.database
  const id = await save(2, former)
  await save(51, former)
  expect(await db.$count(configuratorVersions, eq(configuratorVersions.configuratorId, id))).toBe(2)
  expect(await picturesOf(id)).toBe(2)
})
