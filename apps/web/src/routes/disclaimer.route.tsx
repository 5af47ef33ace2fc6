import { disclaimerTexts } from '../features/site/disclaimer.texts.ts'
import { TextPage } from '../features/site/text-page.tsx'

/** /disclaimer */
export function DisclaimerRoute() {
  return <TextPage texts={disclaimerTexts} />
}
