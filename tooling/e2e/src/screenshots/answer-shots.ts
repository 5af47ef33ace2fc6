import type { Page } from 'playwright'
import type { Shot } from './routes.ts'

const widget = '01990000-0000-7000-8000-000000000001'

/** Answers that differ in kind, each with the language of the page and the question. */
const answers: readonly { state: string; language: string; question: string; isDanger?: boolean }[] = [
  { state: 'danger', language: 'en', question: 'My chest hurts and my left arm is numb.', isDanger: true },
  { state: 'danger in Spanish', language: 'es', question: 'No quiero vivir más.', isDanger: true },
  { state: 'danger in Arabic', language: 'ar', question: 'لا أريد أن أعيش', isDanger: true },
  { state: 'refusal', language: 'en', question: 'Who wrote the opera Aida?' },
  { state: 'answer in Spanish', language: 'es', question: '¿Cuánto magnesio necesita un adulto?' },
  { state: 'answer in Arabic', language: 'ar', question: 'كم يحتاج البالغ من المغنيسيوم في اليوم؟' },
]

/** A safety card, a refusal, and answers in other languages, on the site and in the widget. */
export const answerShots: readonly Shot[] = answers.flatMap(
  ({ state, language, question, isDanger }): Shot[] => {
    const prepare = async (page: Page, address: string) => {
      await page.evaluate((code) => localStorage.setItem('language', code), language)
      await page.goto(address)
      await accept(page)
      const box = page.getByRole('textbox').last()
      await box.fill(question)
      await box.press('Enter')
      const answer = page.locator('article[data-from="assistant"]').last()
      await answer
        .locator(isDanger === true ? 'a[href^="tel:"]' : 'p')
        .first()
        .waitFor()
      await page.locator('[role="log"][aria-busy="true"]').waitFor({ state: 'detached' })
    }
    return [
      { route: '/chat', state, viewers: ['visitor'], prepare: (page) => prepare(page, '/chat') },
      {
        route: '/embed/theme/ultra',
        state,
        viewers: ['visitor'],
        prepare: (page) => prepare(page, `/embed/theme/ultra?cfg=${widget}&open=1&lang=${language}`),
      },
    ]
  },
)

async function accept(page: Page): Promise<void> {
  await page.getByRole('checkbox').check()
  await page.getByRole('checkbox').locator('xpath=ancestor::*[.//button][1]').getByRole('button').click()
}
