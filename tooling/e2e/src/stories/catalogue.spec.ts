import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from '../catalogue/catalogue.ts'
import { componentsDocument, namesIn, type ReadStory } from '../catalogue/components-document.ts'
import { exportedComponents } from '../catalogue/exported-components.ts'
import { tryKeys } from '../catalogue/keys.ts'
import { flawsOf } from '../catalogue/look.ts'
import { colourRules, expect, violationsIn } from '../story.ts'

const documentFile = path.join(import.meta.dirname, '../../../../docs/components.md')

/** Colour schemes besides the light one, in which the stories are displayed first. */
const colours = [
  { colorScheme: 'dark' },
  { colorScheme: 'dark', contrast: 'more' },
  { forcedColors: 'active' },
] as const
const asAtFirst = { colorScheme: 'light', contrast: null, forcedColors: null } as const

for (const part of [
  'ui-kit',
  'ui-kit/chat',
  'ui-kit/engine',
  'ui-kit/handover',
  'analytics-charts',
  'citations/react',
]) {
  test(`every story of ${part} is accessible and whole at 390 px, in every theme`, async ({
    catalogue,
    complaints,
  }) => {
    const { page, stories, show } = catalogue
    await page.setViewportSize({ width: 390, height: 844 })
    for (const story of stories.filter(({ title }) => path.posix.dirname(title) === part)) {
      await page.emulateMedia(asAtFirst)
      const { invisible = false } = await show(story)
      expect.soft(await flawsOf(page, invisible), story.id).toEqual([])
      expect.soft(await violationsIn(page), story.id).toEqual([])
      for (const media of colours) {
        await page.emulateMedia({ ...asAtFirst, ...media })
        const found = await violationsIn(page, colourRules)
        expect.soft(found, `${story.id} ${JSON.stringify(media)}`).toEqual([])
      }
      expect.soft(complaints.splice(0), story.id).toEqual([])
    }
  })
}

test('every component has stories, and its keys do what docs/components.md says', async ({
  catalogue,
  context,
}, { config }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page, stories, show } = catalogue
  expect(exportedComponents().filter((place) => !stories.some(({ title }) => title === place))).toEqual([])

  const read: ReadStory[] = []
  for (const story of stories) {
    const { keyboard = [] } = await show(story)
    read.push({
      ...story,
      keyboard,
      names: namesIn(await page.locator('main').ariaSnapshot(), `${story.title}: ${story.name}`),
    })
    for (const use of keyboard) {
      await test.step(`${story.id}: ${use.keys.join(' ')} on ${use.on.join(' ')}`, async () => {
        await show(story)
        await tryKeys(page, use)
      })
    }
  }
  const written = componentsDocument(read)
  // `--update-snapshots`, as `pnpm catalogue:document` gives it.
  if (config.updateSnapshots !== 'missing') writeFileSync(documentFile, written)
  expect(readFileSync(documentFile, 'utf8'), 'Mend by `pnpm catalogue:document`.').toBe(written)
})
